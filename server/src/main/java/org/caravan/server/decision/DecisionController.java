package org.caravan.server.decision;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
import org.caravan.api.adaptation.DecisionView;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.rest.page.LatestPageRequest;
import org.caravan.server.rest.page.NewestFirst;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/decisions")
@Tag(name = "adaptation")
class DecisionController {

    private final DecisionStore store;

    DecisionController(DecisionStore store) {
        this.store = store;
    }

    @GetMapping
    @Operation(operationId = "decisions", summary = "List the decisions of the server",
            description = "Lists decisions with the rule and the figures that caused them, newest first, paged; the header Link refers "
                    + "to the next page. The server keeps the latest 10,000. Decisions not to act are listed "
                    + "with the limit that applied. Rules of models are the rule model-rule. A token of an "
                    + "organisation sees decisions about its applications.")
    ResponseEntity<List<DecisionView>> list(
            @NewestFirst("Only decisions before this number.") LatestPageRequest<Long> page,
            @Parameter(description = "Only decisions about this application.", example = "sock-shop") @RequestParam(name = "application")
            Optional<String> application,
            @Parameter(description = "Only decisions by this rule.", example = "path-silent") @RequestParam(name = "rule")
            Optional<String> rule) {
        return page.of(store.before(page.before().orElse(Long.MAX_VALUE), OrganisationScope.current(), application, rule, page.wanted()),
                DecisionView::number);
    }
}
