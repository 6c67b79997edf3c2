package org.caravan.server.decision;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.server.Settings;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.rest.page.PageRequest;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "adaptation")
class RuleController {

    private final DecisionStore store;
    private final Settings settings;

    RuleController(DecisionStore store, Settings settings) {
        this.store = store;
        this.settings = settings;
    }

    @GetMapping("/api/v1/rules")
    @Operation(operationId = "rules", summary = "List the rules built into the server",
            description = "Lists the built-in rules with their settings and the number of their decisions, sorted by name, paged. "
                    + "/api/v1/applications/{name}/rules lists the rules in a model. A token of an organisation sees only decisions "
                    + "about its applications.")
    ResponseEntity<List<RuleView>> rules(PageRequest page) {
        Map<String, DecisionStore.Count> counts = store.counts(OrganisationScope.current());
        return page.of(List.of(BuiltInRule.values()), BuiltInRule::word,
                rule -> RuleView.of(rule, settings, Optional.ofNullable(counts.get(rule.word()))));
    }
}
