package org.caravan.server.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import org.caravan.api.application.TurnCaptureOrder;
import org.caravan.api.application.TurnCaptureView;
import org.caravan.api.application.TurnCaptureView.ResultView;
import org.caravan.api.application.TurnCaptureView.State;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check of profiles after a capture neither delays the end of a capture nor changes its result. */
class TurnCapturesTest {

    private static final ResultView RESULT = new ResultView(7, 0, 0, 0, 0, false, true, List.of(), List.of(), List.of());

    @TempDir
    Path folder;

    private final CountDownLatch released = new CountDownLatch(1);
    private final List<String> checked = new CopyOnWriteArrayList<>();
    private TurnCaptures captures;

    /** Captures nothing and has its result at once. */
    private static final class NoCopies extends CapturedCopies {

        NoCopies() {
            super(null, null, null, null, null);
        }

        @Override
        Prepared prepared(String application, Optional<List<String>> components) {
            return new Prepared(null, null, List.of(), Map.of(), List.of());
        }

        @Override
        ResultView capture(Prepared prepared, Duration length, Path folder) {
            assertThat(folder).isEmptyDirectory();
            return RESULT;
        }
    }

    private void begin(BiConsumer<String, ResultView> check) {
        captures = new TurnCaptures(new NoCopies(), check, () -> folder, Clock.systemUTC());
    }

    @AfterEach
    void end() {
        released.countDown();
        captures.end();
    }

    private TurnCaptureView ended(String application) {
        String id = captures.begin(application, new TurnCaptureOrder(Optional.of(1), Optional.empty())).id();
        return await().until(() -> captures.find(application, id), view -> view.state() != State.RUNNING);
    }

    @Test
    void aCheckThatWaitsDelaysNoCapture() {
        begin((application, result) -> {
            try {
                released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            checked.add(application + " " + result.captured());
        });
        for (String application : List.of("shop", "blog", "wiki")) { // more than run at once
            TurnCaptureView view = ended(application);
            assertThat(view.state()).isEqualTo(State.DONE);
            assertThat(view.result()).contains(RESULT);
        }
        assertThat(checked).isEmpty();
        await().untilAsserted(() -> assertThat(folder).isEmptyDirectory());
        released.countDown();
        await().untilAsserted(() -> assertThat(checked).containsExactly("shop 7", "blog 7", "wiki 7"));
    }

    @Test
    void aCheckThatFailsLeavesTheResultAndLaterChecks() {
        begin((application, result) -> {
            checked.add(application);
            if (checked.size() == 1) {
                throw new IllegalStateException("database");
            }
            throw new NoClassDefFoundError("class");
        });
        List.of("shop", "blog", "wiki").forEach(application -> assertThat(ended(application).state()).isEqualTo(State.DONE));
        await().untilAsserted(() -> assertThat(checked).containsExactly("shop", "blog", "wiki"));
    }
}
