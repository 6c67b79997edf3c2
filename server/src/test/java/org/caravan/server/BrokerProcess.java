package org.caravan.server;

import java.nio.file.Path;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.store.kahadb.KahaDBPersistenceAdapter;

/** An ActiveMQ of its own, in a process of its own, so that it can die and come back on the same data. */
final class BrokerProcess {

    private BrokerProcess() {}

    /** @param arguments port on loopback, and folder of its data */
    public static void main(String[] arguments) throws Exception {
        BrokerService broker = new BrokerService();
        KahaDBPersistenceAdapter journal = new KahaDBPersistenceAdapter();
        journal.setDirectory(Path.of(arguments[1]).toFile());
        broker.setBrokerName("shared");
        broker.setPersistenceAdapter(journal);
        broker.setUseJmx(false);
        broker.setAdvisorySupport(false);
        broker.setSchedulerSupport(false);
        broker.addConnector("tcp://127.0.0.1:" + arguments[0]);
        broker.start();
        broker.waitUntilStarted();
        System.out.println("broker stands");
        broker.waitUntilStopped();
    }
}
