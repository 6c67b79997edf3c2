package org.caravan.server.advice;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Optional;
import org.caravan.api.plan.AdviceOrder;
import org.caravan.api.plan.AdviceView;
import org.caravan.server.rest.ErrorResponses;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/applications/{name}")
@Tag(name = "plans")
class AdviceController {

    private final Advices advices;

    AdviceController(Advices advices) {
        this.advices = advices;
    }

    @PostMapping("/advice")
    @ErrorResponses(value = {"409 no-infrastructure", "422 advice-out-of-range"}, hosts = true)
    @Operation(operationId = "advise", summary = "Rank changes of the code by the latency they save",
            description = "Applies each change that the latest model permits (fewer turns, caches, async and parallel calls, read "
                    + "replicas), predicts latency and cost by the current measurements at the deployed placement, and plans the most "
                    + "valuable ones again. Changes nothing and stores nothing.")
    AdviceView advise(
            @Parameter(description = "Name of the application.", example = "sock-shop") @PathVariable("name") String name,
            @RequestBody(required = false) AdviceOrder order) {
        return advices.of(name, order == null ? new AdviceOrder(Optional.empty(), Optional.empty(), Optional.empty()) : order);
    }
}
