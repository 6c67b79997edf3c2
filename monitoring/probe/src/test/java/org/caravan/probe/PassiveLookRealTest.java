package org.caravan.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PassiveFigure;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.caravan.measure.ProbeOrder.IdleRtt;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.measure.schedule.SkippedPaths;
import org.caravan.probe.passive.PassiveProbe;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application whose parts talk over both IP versions between two network namespaces, which are asked with nothing sent between them. */
@Tag("real")
class PassiveLookRealTest {

    private static final String ANSWERING = """
            import socket, threading
            def serve(peer):
                while (asked := peer.recv(64)): peer.sendall(asked)
            with socket.create_server(("::", 7000), family=socket.AF_INET6, dualstack_ipv6=True) as listening:
                while True: threading.Thread(target=serve, args=(listening.accept()[0],), daemon=True).start()
            """;
    private static final String ASKING = """
            import socket, time
            def joined(source, address):
                while True:
                    try: return socket.create_connection((address, 7000), source_address=(source, 0))
                    except ConnectionRefusedError: time.sleep(0.05)
            peers = [joined("10.91.1.10", "10.91.2.10"), joined("fd91:1::10", "fd91:2::10")]
            while True:
                for peer in peers: peer.sendall(b"what"); peer.recv(64)
                time.sleep(0.05)
            """;

    @TempDir
    Path folder;

    private final ExecutorService threads = Executors.newFixedThreadPool(2);
    private TwoNamespaces network;
    private List<Process> application = List.of();

    @BeforeEach
    void up() throws IOException {
        Optional<String> missing = TwoNamespaces.missing();
        assumeTrue(missing.isEmpty(), () -> missing.orElse(""));
        network = TwoNamespaces.up(folder);
        application = List.of(python(network.narvik(), ANSWERING), python(network.bergen(), ASKING));
    }

    @AfterEach
    void down() throws InterruptedException {
        threads.shutdownNow();
        for (Process part : application) {
            part.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
        }
        if (network != null) {
            network.close();
        }
    }

    @Test
    void whatAnApplicationsConnectionsTellSparesProbesUntilTheLineIsCut() throws InterruptedException {
        PathId four = path(IpFamily.IPV4);
        PathId six = path(IpFamily.IPV6);
        Collection<PassiveFigure> told = lookUntil(figures -> paths(figures).equals(Set.of(four, six)));
        assertThat(paths(told)).containsExactlyInAnyOrder(four, six);

        NetworkMatrix probed = probed(IpFamily.IPV4);
        Collection<PassiveFigure> agreeing = lookUntil(figures -> new SkippedPaths().of(figures, probed).contains(four));
        System.out.printf("probed: median %.3f ms; measured on connections: %s%n", probed.path(four).orElseThrow().idleRtt().median(),
                agreeing);
        assertThat(new SkippedPaths().of(agreeing, probed)).as("never probed by IPv6").containsExactly(four);

        network.unplug();
        Collection<PassiveFigure> afterwards = lookUntil(Collection::isEmpty);
        assertThat(afterwards).as("what is not acknowledged tells nothing, so that the cut line is probed").isEmpty();
    }

    private Collection<PassiveFigure> lookUntil(Predicate<Collection<PassiveFigure>> enough) {
        PassiveProbe look = new PassiveProbe(network.shell(), threads, Duration.ofMinutes(2));
        return await().pollInterval(Duration.ofMillis(250)).until(() -> look.at(BergenAndNarvik.of(network)), enough);
    }

    private NetworkMatrix probed(IpFamily family) {
        ShellProbe probe = new ShellProbe(network.shell(), BergenAndNarvik.of(network), Clock.systemUTC());
        List<Double> rtts = probe.take(new IdleRtt(BergenAndNarvik.bergen(family), BergenAndNarvik.narvik(family), 5)).samples().stream()
                .filter(sample -> sample.quantity() == Quantity.IDLE_RTT).map(Sample::value).sorted().toList();
        double median = rtts.get(rtts.size() / 2);
        PathStatistic figure = new PathStatistic(median, 0, median, median, rtts.size(), Clock.systemUTC().instant(),
                PathStatistic.Origin.MEASURED);
        PathFigures figures = new PathFigures(path(family), figure, Optional.empty(), Optional.empty(), 0);
        return new NetworkMatrix(new TreeMap<>(Map.of(path(family), figures)));
    }

    private static PathId path(IpFamily family) {
        return new PathId(BergenAndNarvik.bergen(family).at(), BergenAndNarvik.narvik(family).at());
    }

    private static Set<PathId> paths(Collection<PassiveFigure> figures) {
        return figures.stream().map(PassiveFigure::path).collect(Collectors.toSet());
    }

    private static Process python(String namespace, String program) throws IOException {
        return new ProcessBuilder("ip", "netns", "exec", namespace, "/usr/bin/python3", "-c", program).inheritIO().start();
    }
}
