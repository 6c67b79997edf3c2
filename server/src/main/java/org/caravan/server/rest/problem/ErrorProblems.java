package org.caravan.server.rest.problem;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.caravan.server.rest.Problems;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Writes errors that occur before any resource is called, for example for a rejected path, as problem details. */
@Hidden
@RestController
class ErrorProblems implements ErrorController {

    @RequestMapping("/error")
    ResponseEntity<ProblemDetail> error(HttpServletRequest request) {
        Integer status = (Integer) request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        HttpStatus known = Optional.ofNullable(HttpStatus.resolve(status == null ? 404 : status)).orElse(HttpStatus.BAD_REQUEST);
        ProblemDetail problem = of(known);
        if (request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String path) {
            InvalidPathFilter.instance(path).ifPresent(problem::setInstance);
        }
        return ResponseEntity.status(known).body(problem);
    }

    static ProblemDetail of(HttpStatus status) {
        String code = status == HttpStatus.NOT_FOUND ? "unknown-resource" : status.is5xxServerError() ? "internal-fault" : "bad-request";
        return Problems.of(status, code, "The request is refused: " + status.getReasonPhrase() + ".",
                "see the OpenAPI document at /api/v1/openapi.");
    }
}
