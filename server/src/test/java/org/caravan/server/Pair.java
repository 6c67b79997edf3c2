package org.caravan.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.caravan.testing.postgres.Postgres;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Two servers with one PostgreSQL and one ActiveMQ, each a process of its own that can be killed and started again; the hosts are
 * simulated, and the same for both.
 */
final class Pair implements AutoCloseable {

    private static final int ANSWER_S = 5;

    private final Path folder;
    private final Path shared;
    private final int brokerPort = freePort();
    private final Map<String, Member> members = new TreeMap<>();
    final Postgres postgres;
    final PGSimpleDataSource database;
    private Process broker;
    private Connection reader;

    /** One of the two. @param said what it wrote so far */
    record Member(String name, Process process, Client client, Queue<String> said) {}

    Pair(Path folder) throws IOException {
        this.folder = folder;
        this.shared = Files.createDirectories(folder.resolve("shared"));
        this.postgres = Postgres.start(folder.resolve("postgres"));
        this.database = postgres.database();
        Runtime.getRuntime().addShutdownHook(new Thread(this::endAll));
        startBroker();
        start("a");
        start("b");
    }

    void startBroker() throws IOException {
        broker = Server.java(BrokerProcess.class, Integer.toString(brokerPort), folder.resolve("broker").toString());
        BufferedReader said = broker.inputReader();
        for (String line = said.readLine(); !"broker stands".equals(line); line = said.readLine()) {
            if (line == null) {
                throw new IOException("the broker ended before it stood");
            }
        }
        drain(said, new ConcurrentLinkedQueue<>());
    }

    void killBroker() throws InterruptedException {
        broker.destroyForcibly().waitFor();
    }

    Member start(String name) throws IOException {
        String url = Server.inPostgres(shared, database).replaceFirst("127.0.0.1:\\d+", "127.0.0.1:" + database.getPortNumbers()[0]);
        Process process = Server.process(folder.resolve("data-" + name), "--caravan.name=" + name, "--caravan.shared=" + shared, url,
                "--caravan.broker.url=tcp://127.0.0.1:" + brokerPort);
        Queue<String> said = new ConcurrentLinkedQueue<>();
        Member member = new Member(name, process, KillTest.client(process, shared, said::add), said);
        members.put(name, member);
        return member;
    }

    Member member(String name) {
        return members.get(name);
    }

    Member other(Member one) {
        return members.values().stream().filter(member -> !member.name().equals(one.name())).findFirst().orElseThrow();
    }

    List<Member> members() {
        return List.copyOf(members.values());
    }

    void kill(Member member) throws InterruptedException {
        member.process().destroyForcibly().waitFor();
    }

    /** As the kernel stops and continues a process: it does not notice. */
    void signal(Member member, String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(member.process().pid())).inheritIO().start().waitFor();
    }

    void signalBroker(String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(broker.pid())).inheritIO().start().waitFor();
    }

    /** Who leads by the database's clock; empty if nobody does. */
    String leader() {
        List<String> leading = rows("select server from leadership where until > clock_timestamp()");
        return leading.isEmpty() ? "" : leading.get(0);
    }

    /** Of the first column, as text; none while the database does not answer. */
    synchronized List<String> rows(String sql) {
        try (Statement statement = reader().createStatement(); ResultSet rows = statement.executeQuery(sql)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        } catch (SQLException away) {
            return List.of();
        }
    }

    /** One connection for all: tests ask every few milliseconds, and a process of the database for each would take a processor. */
    private Connection reader() throws SQLException {
        if (reader == null || !reader.isValid(ANSWER_S)) {
            closeReader();
            reader = database.getConnection();
        }
        return reader;
    }

    private void closeReader() {
        try (Connection closed = reader) {
            reader = null;
        } catch (SQLException gone) {
            // The database has ended, and the connection with it.
        }
    }

    /** As somebody does who has the password of the database: past the fence of the journal, and past this program. */
    void change(String sql) throws SQLException {
        try (Connection connection = database.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute("set session_replication_role = replica");
            statement.execute(sql);
        }
    }

    /** Lines of the file of simulated copies, without its head. */
    List<String> copies() {
        try {
            return Files.readAllLines(shared.resolve("simulated-machines.json")).stream().filter(line -> !line.startsWith("#")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** In {@code target/servers}, which outlives the test. @param run name of the folder */
    void keepLogs(String run) {
        try {
            Path kept = Files.createDirectories(Path.of("target", "servers", run));
            for (Member member : members.values()) {
                Files.write(kept.resolve(member.name() + ".log"), member.said());
            }
            System.out.println("what the servers wrote is in " + kept.toAbsolutePath());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void drain(BufferedReader from, Queue<String> to) {
        Thread reader = new Thread(() -> from.lines().forEach(to::add), "log");
        reader.setDaemon(true);
        reader.start();
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A test that waits for one of them may be told to end meanwhile. */
    private void endAll() {
        members.values().forEach(member -> member.process().destroyForcibly());
        if (broker != null) {
            broker.destroyForcibly();
        }
    }

    @Override
    public void close() {
        endAll();
        synchronized (this) {
            closeReader();
        }
        postgres.close();
    }
}
