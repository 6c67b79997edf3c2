package org.caravan.server.repeat;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.HeaderParameter;
import org.caravan.server.rest.DescribedProblems;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.stereotype.Component;

/** Documents the idempotency key of every POST, except that of tokens. */
@Component
class RepeatDescription implements OpenApiCustomizer {

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
        operation.addParametersItem(new HeaderParameter().name(RepeatFilter.HEADER).required(false).schema(schema)
                .description("A text of your own, new for each request that is no repetition, a UUID for example. Sent again with it, the request is not carried out again: "
                        + "for a day it gets the answer of the first time, with the header " + RepeatFilter.REPLAYED + "."));
        DescribedProblems.add(operation, "409 idempotency-key-under-way");
        DescribedProblems.add(operation, "422 idempotency-key-reused");
        DescribedProblems.add(operation, "422 idempotency-key-unfit");
    }
}
