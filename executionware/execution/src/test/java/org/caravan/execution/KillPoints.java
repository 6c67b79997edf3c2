package org.caravan.execution;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Moments at which this process may be killed, counted while armed. A kill is the end of the process without any
 * clean-up, as by {@code kill -9}; what was killed is said on the last line of the output.
 */
final class KillPoints {

    static final String KILLED = "KILLED ";
    static final String PHASE_ENDS = ": ";
    static final int EXIT_CODE = 137;
    private static final int NEVER = -1;

    private final Random random;
    private final long callNanos;
    /** Phase and place of each moment since it was armed. */
    private final List<String> passed = new ArrayList<>();
    private volatile int fatal = NEVER;
    /** Phase and place of the kill, and how many times it is passed before; empty if any place counts. */
    private volatile String fatalPlace = "";
    private volatile String phase = "";

    /** @param call about how long a call goes on, so that a kill is within it */
    KillPoints(long seed, Duration call) {
        this.random = new Random(seed);
        this.callNanos = call.toNanos();
    }

    /** Counts from here on and kills at this moment, counted from 0. */
    void arm(String phase, int moment) {
        this.phase = phase;
        synchronized (passed) {
            passed.clear();
            fatal = moment;
        }
    }

    /** As above, at this phase and place, when it is passed for so many times, from 0. */
    void arm(String first, String place, int times) {
        fatalPlace = place;
        arm(first, times);
    }

    /** Goes on counting under another name. */
    void enter(String phase) {
        this.phase = phase;
    }

    void disarm() {
        fatal = NEVER;
        fatalPlace = "";
    }

    List<String> passed() {
        synchronized (passed) {
            return List.copyOf(passed);
        }
    }

    /** The port with three moments around each of its calls, or two: before, within where wished, and after. */
    <T> T around(Class<T> port, T real, String name, Set<String> calls, boolean within) {
        Object proxy = Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (self, method, arguments) -> {
            if (!calls.contains(method.getName())) {
                return invoke(real, method, arguments);
            }
            String call = name + " " + method.getName();
            pass("before " + call);
            if (within && isDue("within " + call)) {
                killSoon("within " + call);
            }
            Object result = invoke(real, method, arguments);
            pass("after " + call);
            return result;
        });
        return port.cast(proxy);
    }

    /** The port where something happens before one of its calls. */
    static <T> T before(Class<T> port, T real, String call, Runnable happens) {
        return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (self, method, arguments) -> {
            if (method.getName().equals(call)) {
                happens.run();
            }
            return invoke(real, method, arguments);
        }));
    }

    /** The port with another answer to one of its questions. */
    static <T> T answering(Class<T> port, T real, String question, Object answer) {
        return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (self, method, arguments) ->
                method.getName().equals(question) ? answer : invoke(real, method, arguments)));
    }

    void pass(String kind) {
        if (isDue(kind)) {
            kill(kind);
        }
    }

    private boolean isDue(String kind) {
        synchronized (passed) {
            if (fatal == NEVER) {
                return false;
            }
            String here = phase + PHASE_ENDS + kind;
            passed.add(here);
            return fatalPlace.isEmpty() ? passed.size() == fatal + 1
                    : here.equals(fatalPlace) && Collections.frequency(passed, here) == fatal + 1;
        }
    }

    /** While the call goes on, or soon after. */
    private void killSoon(String kind) {
        long nanos = random.nextLong(callNanos);
        Thread killer = new Thread(() -> {
            LockSupport.parkNanos(nanos);
            kill(kind);
        }, "killer");
        killer.setDaemon(true);
        killer.start();
    }

    private void kill(String kind) {
        System.out.println(KILLED + phase + PHASE_ENDS + kind);
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
