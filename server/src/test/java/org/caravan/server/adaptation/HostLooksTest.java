package org.caravan.server.adaptation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.caravan.adapter.AdapterFault;
import org.caravan.infrastructure.Host;
import org.caravan.rules.HostLook;
import org.caravan.rules.HostLook.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Looks at hosts behind real sockets: a slow host is told from a lost one. */
class HostLooksTest {

    private static final Duration LIMIT = Duration.ofMillis(600);
    private static final Instant BEGIN = Instant.parse("2026-11-25T12:00:00Z");

    private final CountDownLatch ended = new CountDownLatch(1);
    private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() throws Exception {
        ended.countDown();
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    @Test
    void anObservedHostHasAnswered() throws IOException {
        ServerSocket server = listening(50);
        assertThat(looks(host -> {}).look(host(server)).outcome()).isEqualTo(Outcome.ANSWERED);
    }

    @Test
    void aHostThatAcceptsAConnectionAndIsSilentIsSlow() throws IOException {
        ServerSocket server = listening(50);
        HostLook look = looks(this::hangs).look(host(server));
        assertThat(look.outcome()).isEqualTo(Outcome.SLOW);
        assertThat(look.detail()).startsWith("it accepts a connection but was not observed within ");
    }

    @Test
    void aHostThatCannotBeLoggedInToButAcceptsAConnectionIsSlow() throws IOException {
        ServerSocket server = listening(50);
        assertThat(looks(HostLooksTest::unreachable).look(host(server)).outcome()).isEqualTo(Outcome.SLOW);
    }

    @Test
    void aHostThatRefusesConnectionsRuns() throws IOException {
        ServerSocket server = listening(50);
        server.close();
        HostLook look = looks(HostLooksTest::unreachable).look(host(server));
        assertThat(look.outcome()).isEqualTo(Outcome.UNCLEAR);
        assertThat(look.detail()).isEqualTo("it refuses connections to port " + server.getLocalPort());
    }

    @Test
    void aHostThatDropsPacketsIsSilent() throws IOException {
        ServerSocket server = dropping();
        HostLook look = looks(this::hangs).look(host(server));
        assertThat(look.outcome()).isEqualTo(Outcome.SILENT);
        assertThat(look.detail()).startsWith("no connection within ");
    }

    @Test
    void anAnswerThatIsSlowerThanALookIsEvidenceInTheNextOne() throws IOException {
        ServerSocket server = dropping();
        Looks looks = looks(this::hangs);
        assertThat(looks.look(host(server)).outcome()).isEqualTo(Outcome.SILENT);
        // The queue is empty again: TCP repeats the packet that was dropped, and the connection opens about a second after its begin.
        accepting(server);
        assertThat(looks.look(host(server)).outcome()).isEqualTo(Outcome.SLOW);
        assertThat(looks.connections().limit(host(server))).as("the next look allows for the measured round trip")
                .isGreaterThan(Duration.ofSeconds(1));
    }

    @Test
    void evidenceOfALookBeforeDoesNotCount() throws IOException {
        ServerSocket server = listening(1);
        AtomicInteger observations = new AtomicInteger();
        Looks looks = looks(host -> {
            if (observations.getAndIncrement() > 0) {
                hangs(host);
            }
        });
        assertThat(looks.look(host(server)).outcome()).isEqualTo(Outcome.ANSWERED);
        // On a busy machine, the connection of this look may open after the look.
        await().until(() -> looks.connections().measured(host(server)));
        looks.connections().looked(host(server), false);
        fill(server);
        assertThat(looks.look(host(server)).outcome()).isEqualTo(Outcome.SILENT);
    }

    @Test
    void refusedCredentialsAndNamesThatCannotBeResolvedAreFaultsOnOurSide() throws IOException {
        ServerSocket server = listening(50);
        assertThat(looks(host -> {
            throw new AdapterFault(AdapterFault.Kind.UNTRUSTED, "other key");
        }).look(host(server)).outcome()).isEqualTo(Outcome.REFUSED);
        Host unknown = new Host("a", "t", "lxc", "does-not-exist.invalid", 22, "c");
        assertThat(looks(HostLooksTest::unreachable).look(unknown).outcome()).isEqualTo(Outcome.UNCLEAR);
    }

    /** No socket has a route to the broadcast address unless it asks for it, whatever routes this machine has. */
    @Test
    void aServerWithoutARouteLosesNoHost() throws IOException {
        HostLook look = looks(HostLooksTest::unreachable).look(new Host("a", "t", "lxc", "255.255.255.255", 22, "c"));
        assertThat(look.outcome()).isEqualTo(Outcome.UNCLEAR);
        assertThat(look.detail()).isEqualTo("this server can send nothing to 255.255.255.255");
    }

    @Test
    void theTimeLimitFollowsTheMeasuredRoundTrip() {
        RoundTripEstimate near = new RoundTripEstimate();
        assertThat(near.measured()).isFalse();
        assertThat(near.timeout()).isZero();
        near.add(Duration.ofMillis(800));
        assertThat(near.timeout()).as("RFC 6298: R + 4 * R / 2").isEqualTo(Duration.ofMillis(2400));
        for (int i = 0; i < 50; i++) {
            near.add(Duration.ofMillis(800));
        }
        assertThat(near.timeout()).isBetween(Duration.ofMillis(800), Duration.ofMillis(801));
    }

    /** One look at a time. */
    private record Looks(HostLooks all) {

        HostLook look(Host host) {
            return all.look(List.of(host), BEGIN).get(0);
        }

        ConnectionAttempts connections() {
            return all.connections();
        }
    }

    /** A stopped server may hold the lock of the simulated hosts, and none of them is lost by that. */
    @Test
    void aSimulatedHostThatIsObservedLateIsNotSilent() throws IOException {
        ServerSocket server = listening(50);
        HostLook look = looks(this::hangs, true).look(host(server));
        assertThat(look.outcome()).isEqualTo(Outcome.UNCLEAR);
        assertThat(look.detail()).startsWith("it was not observed within ");
        assertThat(looks(HostLooksTest::unreachable, true).look(host(server)).outcome()).isEqualTo(Outcome.SILENT);
    }

    private Looks looks(Consumer<Host> observation) {
        return looks(observation, false);
    }

    private Looks looks(Consumer<Host> observation, boolean simulated) {
        HostLooks looks = new HostLooks(observation, hostId -> {}, simulated, LIMIT);
        open.add(looks::end);
        return new Looks(looks);
    }

    private void hangs(Host host) {
        try {
            ended.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private static void unreachable(Host host) {
        throw new AdapterFault(AdapterFault.Kind.UNREACHABLE, "no session");
    }

    private ServerSocket listening(int backlog) throws IOException {
        ServerSocket server = new ServerSocket(0, Math.max(1, backlog), InetAddress.getLoopbackAddress());
        open.add(server);
        return server;
    }

    /** The kernel drops the first packet of a connection if the queue of the socket is full. */
    private ServerSocket dropping() throws IOException {
        ServerSocket server = listening(1);
        fill(server);
        return server;
    }

    private void fill(ServerSocket server) throws IOException {
        try {
            while (true) {
                Socket socket = new Socket();
                open.add(socket);
                socket.connect(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()), 100);
            }
        } catch (SocketTimeoutException full) {
            // as wanted
        }
    }

    private void accepting(ServerSocket server) {
        Thread accepting = new Thread(() -> {
            try {
                while (true) {
                    open.add(server.accept());
                }
            } catch (IOException closed) {
                // the test ends
            }
        });
        accepting.setDaemon(true);
        accepting.start();
    }

    private static Host host(ServerSocket server) {
        return new Host("a", "t", "lxc", server.getInetAddress().getHostAddress(), server.getLocalPort(), "c");
    }
}
