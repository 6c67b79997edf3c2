package org.caravan.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.caravan.forecast.StartTimes.Basis;
import org.caravan.forecast.StartTimes.Content;
import org.caravan.forecast.StartTimes.Estimate;
import org.caravan.forecast.StartTimes.Start;
import org.caravan.forecast.StartTimes.Transfer;
import org.junit.jupiter.api.Test;

/** Start times are medians of the most similar starts, and the transfer of an image that the host does not have. */
class StartTimesTest {

    private static Start start(String hostId, String image, long millis) {
        return new Start("container", hostId, hostId.startsWith("pi") ? "pi" : "server", image, Optional.of(image + " 1"),
                Duration.ofMillis(millis));
    }

    private static Optional<Estimate> web(StartTimes times, String hostId, Optional<Long> bytes) {
        return version(1, times, hostId, bytes);
    }

    private static Optional<Estimate> version(int version, StartTimes times, String hostId, Optional<Long> bytes) {
        return times.estimate("container", hostId, hostId.startsWith("pi") ? "pi" : "server", "web",
                bytes.map(size -> new Content("web " + version, size)));
    }

    private static StartTimes of(Start... starts) {
        return new StartTimes(List.of(starts), List.of());
    }

    @Test
    void anOutlierDoesNotChangeTheMedian() {
        Estimate estimate = web(of(start("pi-1", "web", 400), start("pi-1", "web", 60_000), start("pi-1", "web", 420)), "pi-1",
                Optional.empty()).orElseThrow();
        assertThat(estimate.median()).isEqualTo(Duration.ofMillis(420));
        assertThat(estimate.slow()).isEqualTo(Duration.ofMinutes(1));
        assertThat(estimate.starts()).isEqualTo(3);
        assertThat(estimate.basis()).isEqualTo(Basis.IMAGE_ON_HOST);
    }

    @Test
    void theNinetiethPercentileIgnoresOneOfTwenty() {
        Start[] starts = IntStream.rangeClosed(1, 20).mapToObj(at -> start("pi-1", "web", at == 7 ? 90_000 : 400 + at))
                .toArray(Start[]::new);
        Estimate estimate = web(of(starts), "pi-1", Optional.empty()).orElseThrow();
        assertThat(estimate.slow()).isEqualTo(Duration.ofMillis(419));
        assertThat(estimate.median()).isEqualTo(Duration.ofMillis(412));
    }

    @Test
    void olderStartsAreForgotten() {
        List<Start> starts = new ArrayList<>();
        IntStream.range(0, StartTimes.REMEMBERED).forEach(any -> starts.add(start("pi-1", "web", 300)));
        IntStream.range(0, 100).forEach(any -> starts.add(start("pi-1", "web", 9_000)));
        Estimate estimate = web(new StartTimes(starts, List.of()), "pi-1", Optional.empty()).orElseThrow();
        assertThat(estimate.slow()).isEqualTo(Duration.ofMillis(300));
        assertThat(estimate.starts()).isEqualTo(StartTimes.REMEMBERED);
    }

    @Test
    void fewStartsGiveWayToMoreStartsOfLessSimilarity() {
        StartTimes times = of(start("pi-1", "web", 5_000), start("pi-2", "web", 700), start("pi-3", "web", 710), start("pi-1", "db", 90));
        Estimate estimate = web(times, "pi-1", Optional.empty()).orElseThrow();
        assertThat(estimate.basis()).isEqualTo(Basis.IMAGE_ON_HOST_TYPE);
        assertThat(estimate.median()).isEqualTo(Duration.ofMillis(710));
        assertThat(web(of(start("pi-1", "web", 5_000), start("pi-1", "db", 90)), "pi-1", Optional.empty()).orElseThrow().median())
                .as("of fewer than three, the most similar").isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void anUnknownImageTakesTheTimeOfTheFormAndItsTransfer() {
        List<Start> starts = Stream.of(800L, 820L, 840L).map(millis -> start("pi-1", "db", millis)).toList();
        StartTimes times = new StartTimes(starts, List.of(
                new Transfer("pi-1", "db", Optional.of("db 1"), 10_000_000, Duration.ofSeconds(8)),
                new Transfer("pi-1", "db", Optional.of("db 1"), 1_000, Duration.ofSeconds(1))));
        assertThat(times.rate("pi-1")).as("a thousand bytes measure no rate").contains(1_250_000.0);
        Estimate estimate = web(times, "pi-1", Optional.of(5_000_000L)).orElseThrow();
        assertThat(estimate.basis()).isEqualTo(Basis.FORM_ON_HOST);
        assertThat(estimate.expected()).isEqualTo(Duration.ofMillis(4_820));
        assertThat(estimate.late()).isEqualTo(Duration.ofMillis(4_840));
        assertThat(web(times, "pi-1", Optional.empty()).orElseThrow().transfer()).as("unknown size").isEmpty();
        Estimate other = web(times, "pi-2", Optional.of(5_000_000L)).orElseThrow();
        assertThat(other.basis()).isEqualTo(Basis.FORM_ON_HOST_TYPE);
        assertThat(other.transfer()).as("unknown rate").isEmpty();
    }

    @Test
    void aHostOnWhichAVersionOfTheImageRanHasThisVersion() {
        StartTimes times = new StartTimes(List.of(start("pi-1", "web", 400)),
                List.of(new Transfer("pi-1", "db", Optional.empty(), 1_000_000, Duration.ofSeconds(1))));
        assertThat(web(times, "pi-1", Optional.of(2_000_000L)).orElseThrow().transfer()).contains(Duration.ZERO);
        assertThat(version(2, times, "pi-1", Optional.of(2_000_000L)).orElseThrow().transfer()).contains(Duration.ofSeconds(2));
        assertThat(web(times, "pi-1", Optional.empty()).orElseThrow().transfer()).as("of an unknown version").isEmpty();
    }

    @Test
    void nothingIsKnownOfAnotherFormOrTypeOfHost() {
        StartTimes times = of(start("pi-1", "web", 400));
        assertThat(web(times, "ohio-1", Optional.empty())).isEmpty();
        assertThat(times.estimate("microvm", "pi-1", "pi", "web", Optional.empty())).isEmpty();
        assertThat(times.rate("pi-1")).isEmpty();
    }

    @Test
    void aTransferAloneTellsThatTheHostHasTheImage() {
        StartTimes times = new StartTimes(List.of(start("pi-1", "db", 500)),
                List.of(new Transfer("pi-1", "web", Optional.of("web 1"), 20_000_000, Duration.ofSeconds(10))));
        assertThat(web(times, "pi-1", Optional.of(20_000_000L)).orElseThrow().expected()).isEqualTo(Duration.ofMillis(500));
        assertThat(version(2, times, "pi-1", Optional.of(20_000_000L)).orElseThrow().expected()).as("another version is sent again")
                .isEqualTo(Duration.ofMillis(10_500));
    }
}
