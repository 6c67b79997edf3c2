package org.caravan.server;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.caravan.testing.postgres.Postgres;
import org.postgresql.ds.PGSimpleDataSource;

/** What servers share that work together: a PostgreSQL, an ActiveMQ, a collector of traces. They end before it does. */
final class SharedServers implements AutoCloseable {

    private final Path folder;
    private final List<String> settings;
    private final PGSimpleDataSource database = Postgres.shared().database();
    final LoopbackBroker broker;
    final Collector collector = new Collector();

    /** @param settings of all servers */
    SharedServers(Path folder, String... settings) throws Exception {
        this.folder = folder;
        this.settings = List.of(settings);
        this.broker = new LoopbackBroker("shared-" + folder.getFileName());
    }

    /** In this process. @param more configuration beside the server's own */
    Server start(String name, Class<?>... more) throws Exception {
        return Server.start(folder.resolve(name), arguments(name), more);
    }

    /** In a process of its own, so that it can die. @param program with the server's own configuration and what else it wants */
    Process process(String name, Class<?> program) throws Exception {
        List<String> arguments = new ArrayList<>();
        Collections.addAll(arguments, Server.arguments(folder.resolve(name)));
        arguments.addAll(arguments(name));
        return Server.java(program, arguments.toArray(String[]::new));
    }

    /** Whom its REST API knows. */
    Client client(Process server) throws IOException {
        return KillTest.client(server, shared());
    }

    private List<String> arguments(String name) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("--caravan.name=" + name, "--caravan.shared=" + shared(),
                Server.inPostgres(shared(), database),
                "--caravan.broker.url=" + broker.url(), collector.argument()));
        arguments.addAll(settings);
        return arguments;
    }

    private Path shared() {
        return folder.resolve("shared");
    }

    /**
     * Ends once whatever model was handed over was planned, or was not because nothing is measured: what is measured later does not make it
     * plan by itself.
     */
    void modelsTaken() {
        await("the models' ids to be taken").until(() -> broker.unacknowledged(Server.MODELS) == 0);
    }

    @Override
    public void close() throws Exception {
        collector.close();
        broker.close();
    }
}
