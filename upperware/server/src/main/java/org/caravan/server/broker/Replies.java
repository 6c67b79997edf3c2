package org.caravan.server.broker;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** Those who wait until an id they handed over was worked on. Numbers never repeat, neither after a restart nor at another server. */
public final class Replies<T> {

    private final Map<Long, CompletableFuture<T>> waiting = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong(ThreadLocalRandom.current().nextLong(1L << 62));

    /**
     * Hands over and waits.
     *
     * @param handOver is given the number to send along
     * @return empty if there was no answer in time
     */
    public Optional<T> await(LongConsumer handOver, Duration patience) {
        long number = number();
        return await(follow(number, () -> handOver.accept(number), patience), patience);
    }

    /** For {@link #follow}; of no other that waits. */
    public long number() {
        return numbers.incrementAndGet();
    }

    /**
     * Hands over and does not wait.
     *
     * @param number of no other that waits
     * @return the answer, the fault, or a {@link TimeoutException}
     * @throws RuntimeException if it cannot be handed over
     */
    public CompletableFuture<T> follow(long number, Runnable handOver, Duration patience) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        waiting.put(number, answer);
        answer.orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS).whenComplete((reply, fault) -> waiting.remove(number));
        try {
            handOver.run();
        } catch (RuntimeException fault) {
            answer.completeExceptionally(fault);
            throw fault;
        }
        return answer;
    }

    /** @return empty if there was no answer in time; it is still followed */
    public static <T> Optional<T> await(CompletableFuture<T> answer, Duration patience) {
        try {
            return Optional.of(answer.get(patience.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TimeoutException) {
                return Optional.empty();
            }
            throw e.getCause() instanceof RuntimeException fault ? fault : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the server ends", e);
        }
    }

    /**
     * Nobody may be waiting here (any more): an id can outlive the server that took it. Null is nobody.
     *
     * @return whether somebody was told
     */
    public boolean answer(Long number, T reply) {
        return waiter(number).map(waiter -> waiter.complete(reply)).orElse(false);
    }

    /** @return whether somebody was told */
    public boolean fail(Long number, RuntimeException fault) {
        return waiter(number).map(waiter -> waiter.completeExceptionally(fault)).orElse(false);
    }

    private Optional<CompletableFuture<T>> waiter(Long number) {
        return number == null ? Optional.empty() : Optional.ofNullable(waiting.get(number));
    }
}
