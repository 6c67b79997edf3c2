package org.caravan.server.decision;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.api.server.RuleView.Last;
import org.caravan.api.server.RuleView;
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
                rule -> view(rule, Optional.ofNullable(counts.get(rule.word()))));
    }

    private RuleView view(BuiltInRule rule, Optional<DecisionStore.Count> count) {
        return new RuleView(rule.word(), rule.sentence(), rule.when(), rule.active(settings),
                rule.settings().stream().map(setting -> setting.view(settings)).toList(),
                count.map(DecisionStore.Count::decisions).orElse(0L),
                count.map(counted -> new Last(counted.last(), counted.at(), "/api/v1/decisions?rule=" + rule.word() + "&before="
                        + (counted.last() + 1) + "&most=1")));
    }
}
