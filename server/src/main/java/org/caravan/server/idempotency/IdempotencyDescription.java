package org.caravan.server.idempotency;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.HeaderParameter;
import org.caravan.server.rest.openapi.DescribedProblems;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.stereotype.Component;

/** Documents the idempotency key of every POST, except that of tokens. */
@Component
class IdempotencyDescription implements OpenApiCustomizer {

    @Override
    public void customise(OpenAPI document) {
        document.getPaths().forEach((path, item) -> {
            if (item.getPost() != null && !path.equals("/api/v1/tokens")) {
                describe(item.getPost());
            }
        });
    }

    private static void describe(Operation operation) {
        StringSchema schema = new StringSchema();
        schema.setPattern("^[!-~]{1,200}$");
        operation.addParametersItem(new HeaderParameter().name(IdempotencyFilter.HEADER).required(false).schema(schema)
                .description(
                        "Key of the caller's choice that is new for each new request, for example a UUID. The server does not execute a "
                        + "repeated request with the same key: "
                        + "for one day it returns the first answer, with the header " + IdempotencyFilter.REPLAYED + "."));
        DescribedProblems.add(operation, "409 idempotency-key-under-way");
        DescribedProblems.add(operation, "422 idempotency-key-reused");
        DescribedProblems.add(operation, "422 idempotency-key-unfit");
    }
}
