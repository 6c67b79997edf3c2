package org.caravan.execution;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Moments at which this process may be killed, counted while armed. A kill is the end of the process without any
 * clean-up, as by {@code kill -9}; what was killed is said on the last line of the output.
 */
final class KillPoints {

    static final String KILLED = "KILLED ";
    static final int EXIT_CODE = 137;
    private static final int NEVER = -1;

    private final Random random;
    private final AtomicInteger passed = new AtomicInteger();
    private volatile int fatal = NEVER;
    private volatile String phase = "";

    KillPoints(long seed) {
        this.random = new Random(seed);
    }

    /** Counts from here on and kills at this moment, counted from 0. */
    void arm(String phase, int moment) {
        this.phase = phase;
        passed.set(0);
        fatal = moment;
    }

    void disarm() {
        fatal = NEVER;
    }

    int passed() {
        return passed.get();
    }

    /** The port with three moments around each of its calls, or two: before, within where wished, and after. */
    <T> T around(Class<T> port, T real, String name, Set<String> calls, boolean within) {
        Object proxy = Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (self, method, arguments) -> {
            if (!calls.contains(method.getName())) {
                return invoke(real, method, arguments);
            }
            String call = name + " " + method.getName();
            pass("before " + call);
            if (within && isDue()) {
                killSoon("within " + call);
            }
            Object result = invoke(real, method, arguments);
            pass("after " + call);
            return result;
        });
        return port.cast(proxy);
    }

    void pass(String kind) {
        if (isDue()) {
            kill(kind);
        }
    }

    private boolean isDue() {
        return fatal != NEVER && passed.getAndIncrement() == fatal;
    }

    /** While the call goes on, or soon after. */
    private void killSoon(String kind) {
        long nanos = random.nextLong(30_000_000L);
        Thread killer = new Thread(() -> {
            LockSupport.parkNanos(nanos);
            kill(kind);
        }, "killer");
        killer.setDaemon(true);
        killer.start();
    }

    private void kill(String kind) {
        System.out.println(KILLED + phase + " " + kind);
        System.out.flush();
        Runtime.getRuntime().halt(EXIT_CODE);
    }

    private static Object invoke(Object real, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
