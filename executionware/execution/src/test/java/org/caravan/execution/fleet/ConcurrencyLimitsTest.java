package org.caravan.execution.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.caravan.adapter.CallLimits;
import org.caravan.execution.InMemoryAdapter;
import org.junit.jupiter.api.Test;

class ConcurrencyLimitsTest {

    @Test
    void atMostTwoCallsChangeOneHostAtOnce() throws InterruptedException {
        ConcurrencyLimits gates = new ConcurrencyLimits();
        Semaphore inside = new Semaphore(0);
        Semaphore leave = new Semaphore(0);
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Thread caller = new Thread(() -> gates.pass(new InMemoryAdapter(), "pi-1", () -> {
                most.accumulateAndGet(now.incrementAndGet(), Math::max);
                inside.release();
                leave.acquireUninterruptibly();
                now.decrementAndGet();
            }));
            callers.add(caller);
            caller.start();
        }
        for (int i = 0; i < 6; i++) {
            inside.acquire();
            leave.release();
        }
        for (Thread caller : callers) {
            caller.join();
        }
        assertThat(most.get()).isBetween(1, 2);
    }

    @Test
    void otherHostIsNotHeldUp() {
        ConcurrencyLimits gates = new ConcurrencyLimits();
        InMemoryAdapter one = new InMemoryAdapter(new CallLimits(1, 2, 1));
        List<String> passed = new ArrayList<>();
        gates.pass(one, "pi-1", () -> gates.pass(one, "pi-2", () -> passed.add("pi-2")));
        assertThat(passed).containsExactly("pi-2");
    }
}
