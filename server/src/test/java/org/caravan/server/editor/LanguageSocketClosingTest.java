package org.caravan.server.editor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Further pages are closed, and further beats run, although no thread can close one. */
class LanguageSocketClosingTest {

    @Test
    void aClosingThatCannotBeginIsNoFaultOfTheBeat() {
        List<Integer> closed = new ArrayList<>();
        LanguageSocket.begin(closing -> {
            throw new OutOfMemoryError("unable to create native thread");
        }, () -> closed.add(1));
        LanguageSocket.begin(closing -> {
            throw new RejectedExecutionException();
        }, () -> closed.add(2));
        LanguageSocket.begin(Runnable::run, () -> closed.add(3));
        assertThat(closed).containsExactly(3);
    }
}
