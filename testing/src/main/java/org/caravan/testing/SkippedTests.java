package org.caravan.testing;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Prints {@code SKIPPED: reason (test)} of every test, or class of tests, that was disabled or whose assumption failed. */
public final class SkippedTests implements TestExecutionListener {

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        say(test, reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
            say(test, result.getThrowable().map(Throwable::getMessage).orElse("no reason given"));
        }
    }

    private static void say(TestIdentifier test, String reason) {
        String plain = reason.replaceFirst("^Assumption failed: ", "").replaceFirst("^SKIPPED: ", "");
        String within = test.getSource().filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getClassName().replaceFirst("^.*\\.", "") + ".").orElse("");
        System.out.println("SKIPPED: " + plain + " (" + within + test.getDisplayName() + ")");
    }
}
