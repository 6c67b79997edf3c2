package org.caravan.server.data;

import java.util.Optional;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/**
 * Explains a start that failed because of the disk, in two lines. The server's own message, which names the folder or file, takes
 * precedence.
 */
final class StorageAnalyzer implements FailureAnalyzer {

    private static final int MOST_CAUSES = 20;

    @Override
    public FailureAnalysis analyze(Throwable failure) {
        return StorageTrouble.of(failure, Optional.empty()).map(trouble -> new FailureAnalysis(
                named(failure).orElse(trouble.detail().replace("; nothing was changed", "")) + cause(failure), "Maybe "
                        + trouble.suggestion(), failure)).orElse(null);
    }

    /** The server's own messages have a suggestion in a second line; messages of frameworks do not. */
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
