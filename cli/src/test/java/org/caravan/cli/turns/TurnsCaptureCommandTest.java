package org.caravan.cli.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.caravan.api.application.TurnCaptureView.ClockView;
import org.caravan.api.application.TurnCaptureView.HopView;
import org.caravan.api.application.TurnCaptureView.LoadView;
import org.caravan.api.application.TurnCaptureView.RequestView;
import org.caravan.api.application.TurnCaptureView.ResultView;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class TurnsCaptureCommandTest {

    private static final RequestView ORDER = new RequestView("order", 40, 12.5, false, List.of(
            new HopView("users", "web", 3, 1, 900, 950, 1_700, 4, 5, 9, 1, Optional.of(3), Optional.of(1_024L), Optional.of(4.0), true),
            new HopView("web", "db", 4, 0.9, 700, 700, 700, 1.25, 1.5, 2.5, 1, Optional.of(2), Optional.of(512L), Optional.empty(), false),
            new HopView("web", "mail", 1, 1, 80, 80, 80, 0.5, 0.5, 0.5, 0.2, Optional.empty(), Optional.empty(), Optional.empty(), true),
            new HopView("web", "cache", 0, 0, 0, 0, 0, 0, 0, 0, 0, Optional.of(1), Optional.of(64L), Optional.empty(), false)),
            Optional.of(new LoadView(52, 13, 14.5, 21)));

    @Test
    void hopsAreShownBesideThoseOfTheModel() {
        assertThat(TurnsCaptureCommand.lines(new ResultView(50, 10, 0, 0, 0, true, false,
                List.of(new ClockView("pi-1", Optional.of(0.0), 0), new ClockView("pi-2", Optional.empty(), 0)), List.of(ORDER),
                List.of("db:2 is not captured: it does not run on pi-3.")))).containsExactly(
                "request order: 40 samples, median 12.50 ms, mean 13.00 ms; all 52 requests: mean 14.50 ms, p95 21.00 ms; "
                        + "does not fit the model",
                "  users -> web                   3 turns (100 % of samples)         900 bytes     4.00 ms in web; "
                        + "model says 3 turns, 1024 bytes, 4.00 ms",
                "! web -> db                      4 turns ( 90 % of samples)         700 bytes     1.25 ms in db; "
                        + "model says 2 turns, 512 bytes",
                "  web -> mail                    1 turns (100 % of samples)          80 bytes     0.50 ms in mail; not in the model"
                        + " (not in the profile: in 20 % of samples)",
                "! web -> cache                 not captured; model says 1 turns, 64 bytes",
                "50 requests captured; 10 overlap others, 0 have no answer, 0 are of no request with a pattern; "
                + "a capture ended at its limit "
                        + "of packets.",
                "clock of pi-1: 0.00 ms ahead, within 0.00 ms.",
                "clock of pi-2: not compared, because no captured link connects it.",
                "db:2 is not captured: it does not run on pi-3.");
    }

    @Test
    void profilesContainUsualHopsWithServiceTimesOfTheReferenceHost() {
        assertThat(TurnsCaptureCommand.profile(ORDER).toString())
                .startsWith("{request=order, samples=40, hops=[{from=users, to=web, turns=3, "
                + "bytes=950, p95Bytes=1700, service=").contains("mean=5.0", "p95=9.0", "to=db, turns=4, bytes=700, service=")
                .doesNotContain("mail", "cache");
    }

    @Test
    void lengthsAreSecondsOrMinutes() {
        TurnsCaptureCommand.Length length = new TurnsCaptureCommand.Length();
        assertThat(List.of(length.convert("60s"), length.convert("5m"), length.convert("1s"))).containsExactly(60, 300, 1);
        for (String wrong : List.of("60", "0s", "6m", "301s", "1h", "-1s")) {
            assertThatThrownBy(() -> length.convert(wrong)).as(wrong).isInstanceOf(TypeConversionException.class);
        }
    }
}
