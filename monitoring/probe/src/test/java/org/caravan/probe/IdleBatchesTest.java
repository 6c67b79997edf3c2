package org.caravan.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Position;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.infrastructure.Subnet;
import org.caravan.infrastructure.Vantage;
import org.caravan.measure.ProbeBatch;
import org.caravan.measure.ProbeFault;
import org.caravan.measure.ProbeOrder;
import org.caravan.measure.ProbeOrder.IdleRtt;
import org.caravan.measure.ProbePoint;
import org.caravan.measure.ProbeResult;
import org.caravan.measure.Quantity;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts run in a real shell, with programs in the place of ip and ping. */
class IdleBatchesTest {

    private static final int SITES = 12;

    @TempDir
    Path tools;

    private final List<String> commands = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, String> results = Collections.synchronizedMap(new TreeMap<>());
    private final AtomicBoolean stopped = new AtomicBoolean();
    private String unreachable = "";
    private String program = "/bin/sh";
    /** Number of commands after which the run is cancelled. */
    private int cancelAfter = Integer.MAX_VALUE;
    /** If present, each handshake waits for the others and then fails. */
    private Optional<CyclicBarrier> handshakes = Optional.empty();

    @BeforeEach
    void writeTools() throws IOException {
        // As ip route get ADDRESS from OWN, and ip -batch: via the first address of the own prefix; site 7 has lost its rule.
        tool("ip", "route() { case $2 in 10.7.*) echo \"$1 from $2 via 10.9.9.9 dev eth0\" ;;"
                + " *) echo \"$1 from $2 via ${2%.*}.1 dev eth0 uid 0\" ;; esac; };"
                + " case $1 in -4) route $4 $6 ;; *) while read -r _ _ to _ own; do route $to $own; done ;; esac");
        tool("perl", "exit 127");
        // As ping … -c COUNT ADDRESS: 10.5.0.10 does not answer, and 10.6.0.10 has no such program.
        tool("ping", "for to; do :; done; echo \"$LC_ALL $to\" >> " + tools + "/pinged; case $to in"
                + " 10.5.*) echo '2 packets transmitted, 0 received, 100% packet loss, time 200ms'; exit 1 ;;"
                + " 10.6.*) echo 'ping: cannot bind' >&2; exit 2 ;; esac;"
                + " echo \"64 bytes from $to: icmp_seq=1 ttl=64 time=10.0 ms\";"
                + " echo \"64 bytes from $to: icmp_seq=2 ttl=64 time=12.0 ms\";"
                + " echo '2 packets transmitted, 2 received, 0% packet loss, time 200ms'");
    }

    private void tool(String name, String text) throws IOException {
        Files.writeString(tools.resolve(name), "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(tools.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void aRoundNeedsACommandPerTargetAndOnePerEightPathsOfAMachine() {
        List<ProbeBatch> batches = batches(IntStream.rangeClosed(2, SITES).mapToObj(to -> order(1, to)).toList());

        assertThat(batches).extracting(batch -> batch.orders().size()).containsExactly(8, 3);
        batches.forEach(this::take);

        assertThat(results).hasSize(SITES - 1);
        assertThat(results.get("2")).isEqualTo("10.0 12.0 loss 0.0 by ping via 10.1.0.1");
        assertThat(results.get("7")).contains("sends via 10.9.9.9").contains("machine (vantage-7)");
        assertThat(results.get("6")).contains("could not ping on path").contains("ping: cannot bind");
        assertThat(results.get("5")).as("echo requests are not answered").contains("loss 1.0");
        assertThat(commands.stream().filter(command -> command.startsWith("vantage-1 ") && command.contains("ping -4"))).hasSize(2);
        assertThat(commands.stream().filter(command -> command.startsWith("vantage-2 "))).hasSize(1);
    }

    @Test
    void withoutTheRightRouteNoRequestIsSent() throws IOException {
        batches(List.of(order(7, 8), order(7, 9), order(1, 8))).forEach(this::take);

        assertThat(results.get("9")).contains("sends via 10.9.9.9").contains("machine (vantage-7)");
        assertThat(Files.readAllLines(tools.resolve("pinged"))).containsExactly("C 10.8.0.10");
    }

    @Test
    void onePerlSendsTheRequestsOfAllPathsWhoseRouteIsRight() throws IOException {
        tool("perl", "shift 2; echo perl >> " + tools + "/started; echo '=== routes'; ip -batch -; for path; do set -- $path;"
                + " echo \"$*\" >> " + tools + "/paths; [ $1 = 2 ] || echo \"=== $1 ping 0\n64 bytes from x: icmp_seq=1 time=1$1.5 ms\n"
                + "$4 packets transmitted, 1 received\"; done");

        batches(List.of(order(1, 2), order(1, 3), order(1, 4), order(7, 8))).forEach(this::take);

        assertThat(results.get("2")).isEqualTo("10.5 loss 0.5 by ping via 10.1.0.1");
        assertThat(results.get("3")).isEqualTo("11.5 loss 0.5 by ping via 10.1.0.1");
        assertThat(results.get("4")).as("no result of perl: a ping of its own").isEqualTo("10.0 12.0 loss 0.0 by ping via 10.1.0.1");
        assertThat(results.get("8")).contains("sends via 10.9.9.9").contains("machine (vantage-7)");
        assertThat(Files.readAllLines(tools.resolve("started"))).as("one for each source").hasSize(2);
        assertThat(Files.readAllLines(tools.resolve("paths"))).contains(
                "0 0a01000a 0a02000a 2 0 ^10\\.2\\.0\\.10 from 10\\.1\\.0\\.10 via (inet6? )?(10\\.1\\.0\\.1)",
                "1 0a01000a 0a03000a 2 1 ^10\\.3\\.0\\.10 from 10\\.1\\.0\\.10 via (inet6? )?(10\\.1\\.0\\.1)");
    }

    @Test
    void aMachineWithoutPerlIsAskedForItOncePerHour() throws IOException {
        tool("perl", "echo perl >> " + tools + "/started; exit 127");
        AtomicLong minutes = new AtomicLong();
        ShellProbe probe = probe(new Clock() {
            @Override
            public Instant instant() {
                return Instant.parse("2026-11-27T03:00:00Z").plus(Duration.ofMinutes(minutes.get()));
            }

            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }
        });
        List<IdleRtt> orders = IntStream.rangeClosed(2, SITES).mapToObj(to -> order(1, to)).toList();

        probe.batches(List.copyOf(orders)).forEach(this::take);
        assertThat(results.get("2")).isEqualTo("10.0 12.0 loss 0.0 by ping via 10.1.0.1");
        minutes.set(59);
        probe.batches(List.copyOf(orders)).forEach(this::take);
        assertThat(Files.readAllLines(tools.resolve("started"))).hasSize(1);

        minutes.set(60);
        probe.batches(List.copyOf(orders)).forEach(this::take);
        assertThat(Files.readAllLines(tools.resolve("started"))).as("it may have had no memory for a process").hasSize(2);
    }

    @Test
    void whatIsNotAdmittedIsNotPinged() throws IOException {
        ProbeBatch batch = batches(List.of(order(1, 2), order(1, 3))).get(0);

        batch.take(List.of(order(1, 3)), () -> false, outcome());

        assertThat(results).containsOnlyKeys("3");
        assertThat(Files.readAllLines(tools.resolve("pinged"))).containsExactly("C 10.3.0.10");
    }

    /** Cancelled while the routes of replies are read: no request follows, and no result. */
    @Test
    void afterCancellationNoPingStarts() {
        cancelAfter = 2;
        batches(List.of(order(1, 2), order(1, 3), order(4, 5))).forEach(this::take);

        assertThat(results).isEmpty();
        assertThat(commands).hasSize(2).allMatch(command -> command.startsWith("vantage-2 ") || command.startsWith("vantage-3 "));
        assertThat(tools.resolve("pinged")).doesNotExist();
    }

    @Test
    void anUnreachableTargetFailsItsPathsOnlyAndAnUnreachableSourceAll() {
        unreachable = "vantage-3";
        batches(List.of(order(1, 2), order(1, 3))).forEach(this::take);
        assertThat(results.get("3")).isEqualTo("The probe on path (1.isp/ipv4 -> 3.isp/ipv4) was not taken: gone");
        assertThat(results.get("2")).startsWith("10.0 12.0");

        unreachable = "vantage-1";
        batches(List.of(order(1, 2), order(1, 3))).forEach(this::take);
        assertThat(results.values()).allMatch(text -> text.contains("was not taken: gone"));
    }

    @Test
    void handshakesOnPathsWithoutEchoRepliesAreTriedAtTheSameTime() throws IOException {
        tool("ping", "echo '2 packets transmitted, 0 received, 100% packet loss, time 200ms'; exit 1");
        handshakes = Optional.of(new CyclicBarrier(3));

        batches(List.of(order(1, 2), order(1, 3), order(1, 4))).forEach(this::take);

        assertThat(results).hasSize(3);
        assertThat(results.values()).allMatch(text -> text.startsWith("loss 1.0"));
        assertThat(commands.stream().filter(command -> !command.contains("route get "))).hasSizeGreaterThanOrEqualTo(3);
    }

    /** The built-in printf of bash writes line by line. */
    @Test
    void pingsThatEndAtTheSameMomentAreNotMixedByBash() throws IOException {
        program = "/bin/bash";
        int paths = IdleBatches.MOST;
        tool("ping", "for to; do :; done; echo $to >> " + tools + "/pinged;"
                + " until [ $(($(wc -l < " + tools + "/pinged) % " + paths + ")) = 0 ]; do sleep 0.01; done;"
                + " host=${to%.0.10}; for n in 1 2; do echo \"64 bytes from $to: icmp_seq=$n ttl=64 time=${host#10.}.$n ms\"; done;"
                + " echo '2 packets transmitted, 2 received, 0% packet loss, time 200ms'");
        for (int round = 0; round < 10; round++) {
            results.clear();
            batches(IntStream.of(2, 3, 4, 5, 8, 9, 10, 11).mapToObj(to -> order(1, to)).toList()).forEach(this::take);
            assertThat(results).hasSize(paths).allSatisfy((to, result) ->
                    assertThat(result).isEqualTo(to + ".1 " + to + ".2 loss 0.0 by ping via 10.1.0.1"));
        }
    }

    private List<ProbeBatch> batches(List<? extends ProbeOrder> orders) {
        return probe(Clock.systemUTC()).batches(List.copyOf(orders));
    }

    private ShellProbe probe(Clock clock) {
        return new ShellProbe(new CountingShell(LocalShell.here(tools + ":" + System.getenv("PATH"), program)), infrastructure(), clock);
    }

    private void take(ProbeBatch batch) {
        batch.take(batch.orders(), stopped::get, outcome());
    }

    private ProbeBatch.Outcome outcome() {
        return new ProbeBatch.Outcome() {
            @Override
            public void taken(ProbeOrder order, ProbeResult result) {
                String rtts = result.samples().stream().filter(sample -> sample.quantity() == Quantity.IDLE_RTT)
                        .map(sample -> sample.value() + " ").reduce("", String::concat);
                result.samples().stream().filter(sample -> sample.quantity() == Quantity.LOSS).forEach(sample ->
                        results.put(order.path().to().siteId(), rtts + "loss " + sample.value() + " by " + sample.probe()));
            }

            @Override
            public void failed(ProbeOrder order, ProbeFault fault) {
                results.put(order.path().to().siteId(), fault.getMessage());
            }
        };
    }

    private static Infrastructure infrastructure() {
        return new Infrastructure("star", List.of(),
                Stream.iterate(1, index -> index + 1).limit(SITES).map(IdleBatchesTest::site).toList());
    }

    private static Site site(int index) {
        Isp isp = new Isp("isp", Map.of(IpFamily.IPV4, new Subnet("10." + index + ".0.0/24", "10." + index + ".0.1")));
        return new Site("" + index, SiteKind.USERS, "NO", new Position(60, 5), List.of(isp), List.of(),
                Optional.of(new Vantage("vantage-" + index, "192.0.2." + index, 22, "none")));
    }

    private static IdleRtt order(int from, int to) {
        return new IdleRtt(point(from), point(to), 2);
    }

    private static ProbePoint point(int index) {
        return new ProbePoint(new AccessPoint("" + index, "isp", IpFamily.IPV4), "vantage-" + index, "10." + index + ".0.10");
    }

    /** Counts commands; one machine may be unreachable. */
    private final class CountingShell implements Shell {

        private final Shell shell;

        private CountingShell(Shell shell) {
            this.shell = shell;
        }

        @Override
        public CommandResult run(Machine machine, String command, byte[] input, Duration timeout) {
            if (machine.id().equals(unreachable)) {
                throw new ShellFault(ShellFault.Kind.UNREACHABLE, "gone", null);
            }
            commands.add(machine.id() + " " + command);
            if (commands.size() == cancelAfter) {
                stopped.set(true);
            }
            if (handshakes.isPresent() && !command.contains("route get ")) {
                meet(handshakes.get());
                throw new ShellFault(ShellFault.Kind.UNREACHABLE, "gone", null);
            }
            return shell.run(machine, command, input, timeout);
        }

        private void meet(CyclicBarrier all) {
            try {
                all.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException | BrokenBarrierException | TimeoutException alone) {
                throw new IllegalStateException("a handshake waits for another one to end", alone);
            }
        }

        @Override
        public void upload(Machine machine, Path local, String remote, Duration timeout) {
            throw new AssertionError("an idle probe brings no file");
        }

        @Override
        public void close() {
            shell.close();
        }
    }
}
