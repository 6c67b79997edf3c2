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
import java.util.function.BiConsumer;
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
        long number = numbers.incrementAndGet();
        return await(number, () -> handOver.accept(number), patience);
    }

    /**
     * The same under a number that somebody else gave.
     *
     * @param number of no other that waits
     */
    public Optional<T> await(long number, Runnable handOver, Duration patience) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        waiting.put(number, answer);
        try {
            handOver.run();
            return Optional.of(answer.get(patience.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException fault ? fault : new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the server ends", e);
        } finally {
            waiting.remove(number);
        }
    }

    /**
     * Hands over and does not wait: what becomes of it is told once, or never.
     *
     * @param told the answer or the fault, the other is null
     */
    public void follow(long number, Runnable handOver, Duration patience, BiConsumer<T, Throwable> told) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        waiting.put(number, answer);
        answer.orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS).whenComplete((reply, fault) -> {
            waiting.remove(number);
            if (!(fault instanceof TimeoutException)) {
                told.accept(reply, fault);
            }
        });
        handOver.run();
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
