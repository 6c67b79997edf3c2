package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.caravan.adapter.testkit.MeasuredRounds.Round;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class MeasuredRoundsTest {

    private static final ProcessorWait.Shares QUIET = new ProcessorWait.Shares(Map.of("sender 7 on pi-1", 0.02), 0.1);
    private static final ProcessorWait.Shares STARVED_SENDER = new ProcessorWait.Shares(Map.of("sender 7 on pi-1", 0.31), 0.1);
    private static final ProcessorWait.Shares STARVED_TEST = new ProcessorWait.Shares(Map.of(), 0.81);

    private static final PrintStream ERR = System.err;

    /** The gate lists each measurement that is SKIPPED: these are none. */
    @BeforeAll
    static void silence() {
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
    }

    @AfterAll
    static void restore() {
        System.setErr(ERR);
    }

    private static Round certain(String figures) {
        return new Round(false, figures, STARVED_SENDER, true);
    }

    private static Round round(boolean within, String figures, ProcessorWait.Shares waits) {
        return new Round(within, figures, waits);
    }

    private static MeasuredRounds measured(int counting, int most, Round... rounds) {
        Iterator<Round> next = Arrays.asList(rounds).iterator();
        MeasuredRounds measured = new MeasuredRounds("rate", counting, most).measure(next::next);
        assertThat(next.hasNext()).as("as many rounds as needed").isFalse();
        return measured;
    }

    @Test
    void aRoundWithinItsBoundsEndsTheMeasurementHoweverBusyTheMachineIs() {
        assertThatCode(measured(3, 5, round(false, "1 Mbit/s", QUIET), round(true, "2 Mbit/s", STARVED_SENDER))::judge)
                .doesNotThrowAnyException();
    }

    @Test
    void aRoundOutsideItsBoundsFailsWithTheFiguresOfAllRounds() {
        assertThatThrownBy(measured(1, 5, round(false, "1 Mbit/s", STARVED_SENDER), round(false, "1.5 Mbit/s", QUIET))::judge)
                .isInstanceOf(AssertionError.class).hasMessageContainingAll("rate: no round is within its bounds.",
                        "round 1 does not count: 1 Mbit/s; waited for a processor: ", "sender 7 on pi-1 31 %",
                        "round 2 outside its bounds: 1.5 Mbit/s", "sender 7 on pi-1 2 %");
    }

    @Test
    void ifNoRoundCountsTheTestIsSkippedWithTheFiguresOfAllRounds() {
        assertThatThrownBy(measured(1, 2, round(false, "1 Mbit/s", STARVED_SENDER), round(false, "1.5 Mbit/s", STARVED_TEST))::judge)
                .isInstanceOf(TestAbortedException.class).hasMessageContainingAll("waited for a processor", "1 Mbit/s", "1.5 Mbit/s",
                        "test process 81 % of its work");
    }

    @Test
    void aMeasurementThatFailsIsNotHiddenByOneThatIsSkipped() {
        MeasuredRounds skipped = measured(1, 1, round(false, "1 Mbit/s", STARVED_SENDER));
        MeasuredRounds failed = measured(1, 1, round(false, "1.5 Mbit/s", QUIET));
        assertThatThrownBy(() -> MeasuredRounds.judge(List.of(skipped, failed))).isInstanceOf(AssertionError.class)
                .hasMessageContaining("1.5 Mbit/s");
    }

    @Test
    void figuresThatNoWaitExplainsFailHoweverBusyTheMachineIs() {
        assertThatThrownBy(measured(1, 4, round(false, "sender late", STARVED_SENDER), certain("8 of 12 Mbit/s, line full"))::judge)
                .isInstanceOf(AssertionError.class).hasMessageContaining("round 2 outside its bounds: 8 of 12 Mbit/s, line full");
    }

    @Test
    void fewerRoundsThatCountThanNeededDoNotFail() {
        assertThatThrownBy(measured(2, 3, round(false, "1 Mbit/s", QUIET), round(false, "2 Mbit/s", STARVED_SENDER),
                round(false, "3 Mbit/s", STARVED_SENDER))::judge).isInstanceOf(TestAbortedException.class);
        assertThatThrownBy(measured(2, 3, round(false, "1 Mbit/s", QUIET), certain("2 Mbit/s"))::judge)
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void waitsAreReadFromLinesOfHosts() {
        ProcessorWait before = ProcessorWait.of(List.of("sender.pids 7 1000000000 100.50", "shaper.pid 9 0 100.50"), "pi-1");
        ProcessorWait after = ProcessorWait.of(List.of("sender.pids 7 1500000000 102.50", "flood.pids 8 4 102.50"), "pi-1");
        ProcessorWait.Shares shares = after.since(before);
        assertThat(shares.byProgram()).isEqualTo(Map.of("sender 7 on pi-1", 0.25));
        assertThat(shares.starved()).isTrue();
        assertThat(shares).hasToString("waited for a processor: of the time (at most 10 %): sender 7 on pi-1 25 %");
    }

    @Test
    void aSenderThatEndsDuringTheRoundIsStarved() {
        ProcessorWait before = ProcessorWait.of(List.of("sender.pids 7 0 100.50"), "pi-1");
        ProcessorWait.Shares shares = ProcessorWait.of(List.of(), "pi-1").since(before);
        assertThat(shares.starved()).isTrue();
        assertThat(shares).hasToString("waited for a processor: of the time (at most 10 %): sender 7 on pi-1, which has ended 100 %");
    }

    @Test
    void theKernelCountsHowLongThreadsWait() throws InterruptedException {
        AtomicBoolean done = new AtomicBoolean();
        ProcessorWait before = ProcessorWait.here();
        List<Thread> threads = IntStream.range(0, 4 * Runtime.getRuntime().availableProcessors()).mapToObj(each -> new Thread(() -> {
            while (!done.get()) {
                Thread.onSpinWait();
            }
        })).toList();
        threads.forEach(Thread::start);
        try {
            await().until(() -> ProcessorWait.here().since(before).here() > 0.2);
        } finally {
            done.set(true);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
