package org.caravan.server.whatif;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.caravan.api.plan.WhatIfOrder;
import org.caravan.api.plan.WhatIfView;
import org.caravan.server.rest.ErrorResponses;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/applications/{name}")
@Tag(name = "plans")
class WhatIfController {

    private final WhatIfs whatIfs;

    WhatIfController(WhatIfs whatIfs) {
        this.whatIfs = whatIfs;
    }

    @PostMapping("/what-if")
    @ErrorResponses(value = {"409 no-infrastructure", "422 too-many-cases", "422 unfit-case-name"}, hosts = true)
    @Operation(operationId = "whatIf", summary = "Compare what-if cases",
            description = "Plans each case and the optimum with the latest model, the current offers of hosts and the measurements, and "
                    + "compares latency, cost and power. Changes nothing and stores nothing.")
    WhatIfView ask(
            @Parameter(description = "Name of the application.", example = "sock-shop") @PathVariable("name") String name,
            @RequestBody(required = false) WhatIfOrder body) {
        return whatIfs.answer(name, body == null ? WhatIfOrder.PLAIN : body);
    }
}
