package org.caravan.execution.time;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.MDC;

/** Adds context fields to the log lines of this thread, for structured logs. Closed with the work, because the thread is reused. */
public final class LogContext implements AutoCloseable {

    private final Map<String, String> marks = new LinkedHashMap<>();

    private LogContext(long runId, String application) {
        mark("deployment", Long.toString(runId));
        mark("application", application);
    }

    public static LogContext ofRun(long runId, String application) {
        return new LogContext(runId, application);
    }

    /** @param step number of the step within the attempt */
    public static LogContext ofStep(long runId, String application, int attempt, int step) {
        LogContext marks = new LogContext(runId, application);
        marks.mark("attempt", Integer.toString(attempt));
        marks.mark("step", Integer.toString(step));
        return marks;
    }

    private void mark(String name, String value) {
        marks.put(name, value);
        MDC.put(name, value);
    }

    @Override
    public void close() {
        marks.keySet().forEach(MDC::remove);
    }
}
