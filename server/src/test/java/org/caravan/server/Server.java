package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.activemq.broker.BrokerRegistry;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.command.ActiveMQQueue;
import org.caravan.json.Json;
import org.caravan.testing.Shared;
import org.caravan.testing.postgres.Postgres;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A simulated server in this process, on free ports and a data folder of its own. No server of the tests has standing idle probes unless
 * its test sets their period: tests count runs, samples and decisions.
 */
final class Server implements AutoCloseable {

    static final String MODELS = "caravan.model-accepted";

    private static final String UNPROBED = "--caravan.probing.idle-every=0s";
    private static final Map<Path, PGSimpleDataSource> DATABASES = new ConcurrentHashMap<>();

    private static Server shared;

    private final ConfigurableApplicationContext context;
    final Path data;
    final Client client;

    private Server(ConfigurableApplicationContext context, Path data) {
        this.context = context;
        this.data = data;
        int port = ((ServletWebServerApplicationContext) context).getWebServer().getPort();
        this.client = new Client(port, token(context.getBean(Settings.class).tokenFile().getParent()));
    }

    /** @param more configuration beside the server's own */
    static Server start(Path data, Class<?>... more) {
        return start(data, List.of(), more);
    }

    /** @param settings beside those of every test */
    static Server start(Path data, List<String> settings, Class<?>... more) {
        List<Class<?>> sources = new ArrayList<>(List.of(CaravanServer.class));
        sources.addAll(List.of(more));
        List<String> arguments = arguments(data, settings);
        // Several servers of one process need brokers of different names.
        arguments.add("--caravan.broker.name=" + data.getFileName());
        return new Server(SpringApplication.run(sources.toArray(Class<?>[]::new), arguments.toArray(String[]::new)), data);
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** One that works on real machines. @param settings beside those of every test */
    static Server startReal(Path data, Path images, Path credentials, String... settings) {
        List<String> arguments = new ArrayList<>(List.of("--caravan.data=" + data, "--caravan.port=0", "--caravan.images=" + images,
                "--caravan.credentials=" + credentials, "--caravan.dns.listen=127.0.0.1:0", UNPROBED));
        arguments.addAll(List.of(settings));
        return new Server(SpringApplication.run(CaravanServer.class, arguments.toArray(String[]::new)), data);
    }

    /** One for all tests that leave it as they found it: a start costs more than they do. Ends with this process. */
    static synchronized Server shared() {
        if (shared == null) {
            shared = Shared.endsWithProcess(start(Shared.folder("caravan-server-test")));
        }
        return shared;
    }

    /** With {@code -Dtest.database=postgresql} every server has its state in PostgreSQL, the same one again for the same data folder. */
    static String[] arguments(Path data) {
        List<String> arguments = new ArrayList<>(List.of(
                "--caravan.data=" + data, "--caravan.port=0", "--caravan.simulated=true", "--caravan.dns.listen=127.0.0.1:0", UNPROBED));
        if (System.getProperty("test.database", "").equals("postgresql")) {
            arguments.add(inPostgres(data, DATABASES.computeIfAbsent(data, folder -> Postgres.shared().database())));
        }
        return arguments.toArray(String[]::new);
    }

    /** Each property once: Spring makes a list of a property that is there twice. */
    private static List<String> arguments(Path data, List<String> settings) {
        List<String> arguments = new ArrayList<>(List.of(arguments(data)));
        settings.forEach(setting -> arguments.removeIf(own -> own.startsWith(setting.substring(0, setting.indexOf('=') + 1))));
        arguments.addAll(settings);
        return arguments;
    }

    /** The argument that leads a server to the database; its user and password are in files. */
    static String inPostgres(Path data, PGSimpleDataSource database) {
        try {
            Path credentials = Files.createDirectories(data.resolve("credentials/database"));
            Files.writeString(credentials.resolve("user"), database.getUser() + "\n");
            Files.writeString(credentials.resolve("password"), database.getPassword() + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return "--caravan.database.url=" + Postgres.shared().url(database.getDatabaseName());
    }

    /** One in a process of its own, so that it can die. */
    static Process process(Path data, String... more) throws IOException {
        List<String> arguments = arguments(data, List.of(more));
        return java(CaravanServer.class, arguments.toArray(String[]::new));
    }

    static Process java(Class<?> program, String... arguments) throws IOException {
        return new ProcessBuilder(command(program, arguments)).redirectErrorStream(true).start();
    }

    static List<String> command(Class<?> program, String... arguments) {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(ProcessClasses.JAVA);
        command.addAll(ProcessClasses.now().options());
        command.add(program.getName());
        command.addAll(List.of(arguments));
        return command;
    }

    /** What one said that ended by itself and not well. */
    static String refusal(Process process) {
        CompletableFuture<String> said = CompletableFuture.supplyAsync(() -> process.inputReader().lines()
                .collect(Collectors.joining("\n")));
        ended(process);
        assertThat(process.exitValue()).isNotZero();
        return said.join();
    }

    /** Waits for the end of one that ends by itself; it is gone then, whatever it did. */
    static void ended(Process process) {
        try {
            await("the end of the process").until(() -> !process.isAlive());
        } finally {
            process.destroyForcibly();
        }
    }

    /**
     * Ends once whatever model was handed over was planned, or was not because nothing is measured: what is measured later does not make it
     * plan by itself.
     */
    void modelsTaken() {
        BrokerService broker = BrokerRegistry.getInstance().lookup(data.getFileName().toString());
        await("the models' ids to be taken").until(() -> broker.getDestination(new ActiveMQQueue(MODELS)).getDestinationStatistics()
                .getMessages().getCount() == 0);
    }

    static String token(Path data) {
        try {
            return Files.readString(data.resolve("token")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The body of a request that carries a file of the test's resources. */
    static String files(String name) {
        return Json.write(Map.of("files", Map.of(name, text(name))));
    }

    static String text(String name) {
        return ExampleProblem.text(name);
    }

    @Override
    public void close() {
        context.close();
    }
}
