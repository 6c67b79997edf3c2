package org.caravan.server.image;

import org.caravan.image.ImageFault;
import org.caravan.server.rest.Problems;
import org.caravan.server.rest.problem.StorageProblems;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Maps image faults to problem details. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class ImageProblems {

    private final StorageProblems storage;

    ImageProblems(StorageProblems storage) {
        this.storage = storage;
    }

    @ExceptionHandler
    ProblemDetail faulty(ImageFault fault) {
        return storage.of(fault).orElseGet(() -> of(fault));
    }

    private static ProblemDetail of(ImageFault fault) {
        String[] lines = fault.getMessage().split("\nMaybe ", 2);
        String suggestion = lines.length > 1 ? lines[1].strip() : "check the image folder of the server.";
        return switch (fault.kind()) {
            case UNKNOWN -> Problems.of(HttpStatus.NOT_FOUND, "unknown-image", lines[0], suggestion);
            case REFUSED -> Problems.of(HttpStatus.UNPROCESSABLE_CONTENT, "refused-image", lines[0], suggestion);
            case DAMAGED -> Problems.of(HttpStatus.INTERNAL_SERVER_ERROR, "damaged-image", lines[0], suggestion);
        };
    }
}
