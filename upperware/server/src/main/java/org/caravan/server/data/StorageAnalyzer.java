package org.caravan.server.data;

import java.util.Optional;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/** A start that the disk ends, in two lines; what the server knew of it (which folder, which file) first. */
final class StorageAnalyzer implements FailureAnalyzer {

    private static final int MOST_CAUSES = 20;

    @Override
    public FailureAnalysis analyze(Throwable failure) {
        return StorageTrouble.of(failure, Optional.empty()).map(trouble -> new FailureAnalysis(
                named(failure).orElse(trouble.detail().replace("; nothing was changed", "")) + cause(failure), "Maybe " + trouble.suggestion(), failure)).orElse(null);
    }

    /** Our own messages have a way out in a second line; those of frameworks do not. */
    private static Optional<String> named(Throwable failure) {
        Throwable each = failure;
        for (int depth = 0; each != null && depth < MOST_CAUSES; depth++) {
            if (each.getMessage() != null && each.getMessage().contains(".\nMaybe ") && each.getClass().getName().startsWith("java.")) {
                return Optional.of(each.getMessage().split("\n", 2)[0]);
            }
            each = each.getCause();
        }
        return Optional.empty();
    }

    private static String cause(Throwable failure) {
        Throwable each = failure;
        while (each.getCause() != null && each.getCause() != each) {
            each = each.getCause();
        }
        return " (" + String.valueOf(each.getMessage()).lines().findFirst().orElse("") + ")";
    }
}
