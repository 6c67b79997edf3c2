package org.caravan.server.simulation;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.caravan.execution.journal.RunStore;

/**
 * The journal of a world, which is read in each round but seldom written: answers of reads are kept until the next write. All servers of
 * a world share it, so that a write of one of them is seen by all.
 */
final class ReadOnce implements InvocationHandler {

    /** All others read. */
    static final Set<String> WRITES = Set.of("begin", "beginUndo", "cancelled", "reopened", "beginAttempt", "stepStarted", "stepEnded",
            "runEnded", "entriesSet");
    private static final Set<String> NEITHER = Set.of("lead", "close");

    private final RunStore journal;
    private final Runnable written;
    private final Map<List<Object>, Object> answers = new HashMap<>();

    private ReadOnce(RunStore journal, Runnable written) {
        this.journal = journal;
        this.written = written;
    }

    /** @param written follows each write, also a refused one */
    static RunStore of(RunStore journal, Runnable written) {
        return (RunStore) Proxy.newProxyInstance(RunStore.class.getClassLoader(), new Class<?>[] {RunStore.class},
                new ReadOnce(journal, written));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (WRITES.contains(method.getName())) {
            try {
                return call(method, arguments);
            } finally {
                answers.clear();
                written.run();
            }
        }
        if (NEITHER.contains(method.getName())) {
            return call(method, arguments);
        }
        List<Object> question = List.of(method.getName(), arguments == null ? List.of() : Arrays.asList(arguments));
        Object answer = answers.get(question);
        if (answer == null) {
            answer = call(method, arguments);
            answers.put(question, answer);
        }
        return answer;
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(journal, arguments);
        } catch (InvocationTargetException fault) {
            throw fault.getCause();
        }
    }
}
