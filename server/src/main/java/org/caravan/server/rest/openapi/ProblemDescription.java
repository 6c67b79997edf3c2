package org.caravan.server.rest.openapi;

import io.swagger.v3.oas.models.Operation;
import java.util.Arrays;
import java.util.List;
import org.caravan.adapter.AdapterFault;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.problem.ProblemAdvice;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.method.HandlerMethod;

/** Describes the problems that any operation can return, and the problems declared with {@link ErrorResponses}. */
@Component
class ProblemDescription implements OperationCustomizer {

    @Override
    public Operation customize(Operation operation, HandlerMethod method) {
        // Also for operations without parameters: a malformed query is rejected everywhere.
        DescribedProblems.add(operation, "400 bad-request");
        DescribedProblems.add(operation, "500 internal-fault");
        DescribedProblems.add(operation, "500 record-unreadable");
        DescribedProblems.add(operation, "503 database-away");
        DescribedProblems.add(operation, "503 storage-read-only");
        DescribedProblems.add(operation, "503 storage-damaged");
        DescribedProblems.add(operation, "507 insufficient-storage");
        if (method.hasMethodAnnotation(PostMapping.class) || method.hasMethodAnnotation(DeleteMapping.class)) {
            DescribedProblems.add(operation, "503 broker-away");
        }
        if (operation.getRequestBody() != null) {
            List.of("408 body-too-slow", "413 body-too-large", "415 bad-request", "422 rejected-input")
                    .forEach(each -> DescribedProblems.add(operation, each));
        }
        ErrorResponses refuses = method.getMethodAnnotation(ErrorResponses.class);
        if (refuses != null) {
            List.of(refuses.value()).forEach(each -> DescribedProblems.add(operation, each));
            if (refuses.hosts()) {
                Arrays.stream(AdapterFault.Kind.values())
                        .forEach(kind -> DescribedProblems.add(operation, "502 " + ProblemAdvice.code(kind)));
            }
        }
        return operation;
    }
}
