import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.nio.file.Path;
import org.apache.activemq.broker.BrokerPlugin;
import org.apache.activemq.broker.BrokerPluginSupport;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.ConnectionContext;
import org.apache.activemq.command.ConnectionInfo;
import org.apache.activemq.store.kahadb.KahaDBPersistenceAdapter;
import org.slf4j.LoggerFactory;

/**
 * ActiveMQ with the settings that docker-compose.yml gives to apache/activemq-classic. As there, clients need that user's password.
 */
public final class Broker {

    private Broker() {}

    /** ActiveMQ's own plugin is in a library that the server does without. */
    private static final class Password extends BrokerPluginSupport {

        private final String user = setting("ACTIVEMQ_CONNECTION_USER");
        private final String password = setting("ACTIVEMQ_CONNECTION_PASSWORD");

        @Override
        public void addConnection(ConnectionContext context, ConnectionInfo asked) throws Exception {
            if (!user.equals(asked.getUserName()) || !password.equals(asked.getPassword())) {
                throw new SecurityException("User name or password is wrong.");
            }
            super.addConnection(context, asked);
        }
    }

    public static void main(String[] arguments) throws Exception {
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.INFO);
        KahaDBPersistenceAdapter journal = new KahaDBPersistenceAdapter();
        journal.setDirectory(Path.of("/opt/apache-activemq/data/kahadb").toFile());
        BrokerService broker = new BrokerService();
        broker.setBrokerName("localhost");
        broker.setPersistenceAdapter(journal);
        broker.setPlugins(new BrokerPlugin[] {new Password()});
        broker.setUseJmx(false);
        broker.addConnector("tcp://0.0.0.0:61616");
        broker.start();
        broker.waitUntilStopped();
    }

    private static String setting(String name) {
        String value = System.getenv(name);
        if (value == null || value.isBlank()) {
            throw new IllegalStateException(name + " is not set");
        }
        return value;
    }
}
