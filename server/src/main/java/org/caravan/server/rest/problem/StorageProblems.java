package org.caravan.server.rest.problem;

import java.util.Optional;
import org.caravan.server.data.DataFolder;
import org.caravan.server.data.StorageTrouble;
import org.caravan.server.rest.Problems;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Component;

/**
 * Maps storage faults of the server's disk to problem details: 507 with code insufficient-storage, 503 with storage-read-only or
 * storage-damaged. Logs one line without a stack trace, so that logging does not fill a full disk further.
 */
@Component
public final class StorageProblems {

    private static final Logger LOG = LoggerFactory.getLogger(StorageProblems.class);

    private final DataFolder folder;

    StorageProblems(DataFolder folder) {
        this.folder = folder;
    }

    /** Empty if the fault has another cause. */
    public Optional<ProblemDetail> of(Throwable fault) {
        return StorageTrouble.of(fault, Optional.of(folder.file("."))).map(trouble -> {
            LOG.warn("{} {}", trouble.detail(), line(fault));
            return switch (trouble) {
                case FULL -> Problems.of(HttpStatus.INSUFFICIENT_STORAGE, "insufficient-storage", trouble.detail(), trouble.suggestion());
                case READ_ONLY -> Problems.of(HttpStatus.SERVICE_UNAVAILABLE, "storage-read-only", trouble.detail(), trouble.suggestion());
                case DAMAGED -> Problems.of(HttpStatus.SERVICE_UNAVAILABLE, "storage-damaged", trouble.detail(), trouble.suggestion());
            };
        });
    }

    private static String line(Throwable fault) {
        Throwable cause = fault;
        for (int depth = 0; cause.getCause() != null && depth < 20; depth++) {
            cause = cause.getCause();
        }
        return cause.getClass().getSimpleName() + ": " + String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    }
}
