package org.caravan.adapter.simulated;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.caravan.adapter.AdapterFault;
import org.caravan.infrastructure.Host;

/** Applies hooks, delay and pending faults to every call. */
final class SimulatedCalls {

    private final Duration delay;
    private final List<SimulatedFault> waiting;
    private volatile Consumer<String> before = call -> {};
    private volatile Consumer<String> after = call -> {};

    SimulatedCalls(SimulatedScript script) {
        this(script.callDelay(), script.faults());
    }

    SimulatedCalls(Duration delay, List<SimulatedFault> faults) {
        this.delay = delay;
        this.waiting = new ArrayList<>(faults);
    }

    void before(Consumer<String> hook) {
        before = hook;
    }

    void after(Consumer<String> hook) {
        after = hook;
    }

    synchronized void add(SimulatedFault fault) {
        waiting.add(fault);
    }

    synchronized void heal(String hostId) {
        waiting.removeIf(fault -> fault.hostId().equals(hostId));
    }

    <T> T call(String operation, Host host, String subject, Supplier<T> effect) {
        return call(operation, host.id(), subject, effect);
    }

    void run(String operation, Host host, String subject, Runnable effect) {
        call(operation, host.id(), subject, () -> {
            effect.run();
            return null;
        });
    }

    <T> T call(String operation, String hostId, String subject, Supplier<T> effect) {
        String call = (operation + " " + hostId + " " + subject).strip();
        before.accept(call);
        failIfDue(operation, hostId);
        if (!delay.isZero()) {
            LockSupport.parkNanos(delay.toNanos());
        }
        T result = effect.get();
        after.accept(call);
        return result;
    }

    private synchronized void failIfDue(String operation, String hostId) {
        for (int i = 0; i < waiting.size(); i++) {
            SimulatedFault fault = waiting.get(i);
            if (fault.matches(operation, hostId)) {
                if (fault.times() == 1) {
                    waiting.remove(i);
                } else {
                    waiting.set(i, fault.once());
                }
                throw new AdapterFault(fault.kind(),
                        "The simulated host (%s) fails the call %s on demand (%s).\nMaybe %s."
                                .formatted(hostId, operation, fault.kind(), fault.kind() == AdapterFault.Kind.UNREACHABLE ? "bring it back"
                                        : "repeat it"));
            }
        }
    }
}
