package org.caravan.server.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class PendingRepliesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Runnable NOTHING = () -> {};

    private final PendingReplies<String> replies = new PendingReplies<>();

    @Test
    void whoWaitsIsToldTheAnswerOrTheFault() {
        assertThat(replies.await(number -> replies.answer(number, "yes"), PATIENCE)).contains("yes");
        assertThatThrownBy(() -> replies.await(number -> replies.fail(number, new IllegalArgumentException("no")), PATIENCE))
                .isInstanceOf(IllegalArgumentException.class).hasMessage("no");
    }

    @Test
    void anAnswerAfterTheWaitingStillReachesWhoFollows() {
        CompletableFuture<String> followed = replies.follow(7, NOTHING, PATIENCE);
        assertThat(PendingReplies.await(followed, Duration.ZERO)).isEmpty();
        assertThat(replies.answer(7L, "late")).isTrue();
        assertThat(followed).isCompletedWithValue("late");
        assertThat(replies.answer(7L, "again")).as("nobody waits any more").isFalse();
    }

    @Test
    void nobodyIsFollowedForEver() {
        CompletableFuture<String> followed = replies.follow(7, NOTHING, Duration.ZERO);
        assertThat(followed).failsWithin(PATIENCE).withThrowableThat().withCauseInstanceOf(TimeoutException.class);
        assertThat(replies.await(number -> {}, Duration.ZERO)).isEmpty();
    }

    @Test
    void whatCannotBeHandedOverIsNotWaitedFor() {
        assertThatThrownBy(() -> replies.follow(7, () -> {
            throw new IllegalStateException("the broker is down");
        }, PATIENCE)).hasMessage("the broker is down");
        assertThat(replies.answer(7L, "yes")).isFalse();
    }
}
