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

/** Pending requests of this server. Numbers are unique across restarts and servers. */
public final class PendingReplies<T> {

    private final Map<Long, CompletableFuture<T>> waiting = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong(ThreadLocalRandom.current().nextLong(1L << 62));

    /**
     * Sends a request and waits for its reply.
     *
     * @param handOver sends the request with this number
     * @return empty if no reply arrived in time
     */
    public Optional<T> await(LongConsumer handOver, Duration patience) {
        long number = number();
        return await(follow(number, () -> handOver.accept(number), patience), patience);
    }

    /** A new request number for {@link #follow}. */
    public long number() {
        return numbers.incrementAndGet();
    }

    /**
     * Sends a request without waiting.
     *
     * @param number a number that no other pending request has
     * @return the reply, the error, or a {@link TimeoutException}
     * @throws RuntimeException if sending fails
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

    /** @return empty if no reply arrived in time; the request stays pending */
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
     * Completes a pending request. There may be none for this number, because an id can outlive the server that accepted it; null is no
     * request.
     *
     * @return whether a request was pending
     */
    public boolean answer(Long number, T reply) {
        return waiter(number).map(waiter -> waiter.complete(reply)).orElse(false);
    }

    /** @return whether a request was pending */
    public boolean fail(Long number, RuntimeException fault) {
        return waiter(number).map(waiter -> waiter.completeExceptionally(fault)).orElse(false);
    }

    private Optional<CompletableFuture<T>> waiter(Long number) {
        return number == null ? Optional.empty() : Optional.ofNullable(waiting.get(number));
    }
}
