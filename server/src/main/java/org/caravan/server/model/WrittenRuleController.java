package org.caravan.server.model;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.caravan.adaptation.Rule;
import org.caravan.api.model.WrittenRuleView;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.dsl.WrittenRule;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.page.PageRequest;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Lists the rules of models. The server's built-in rules are at {@code /api/v1/rules}. */
@RestController
@Tag(name = "adaptation")
class WrittenRuleController {

    private final Models models;

    WrittenRuleController(Models models) {
        this.models = models;
    }

    @GetMapping("/api/v1/applications/{name}/rules")
    @ErrorResponses("422 rejected-input")
    @Operation(operationId = "writtenRules", summary = "List the rules in an application's model",
            description = "Lists the rules of the latest model, sorted by name and paged. Each states whether the server evaluates it "
                    + "and, if not, why. /api/v1/rules lists the rules that are built into the server.")
    ResponseEntity<List<WrittenRuleView>> rules(@Parameter(description = "Name of the application.",
            example = "sock-shop") @PathVariable("name") String name, PageRequest page) {
        return page.of(CaravanLanguage.rules(models.required(name).files()), written -> written.rule().id(), WrittenRuleController::view);
    }

    private static WrittenRuleView view(WrittenRule written) {
        Location at = written.location();
        return new WrittenRuleView(written.rule().id(), written.condition(), written.rule().holdsSeconds(),
                written.rule().repeat().map(Rule.Repeat::times), written.rule().repeat().map(Rule.Repeat::withinSeconds),
                written.rule().everySeconds(), written.rule().pauseSeconds(),
                written.actions(), at.file(), at.line(), at.column(), written.unhonoured().isEmpty(), written.unhonoured());
    }
}
