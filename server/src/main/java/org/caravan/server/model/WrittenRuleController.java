package org.caravan.server.model;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
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

    @Schema(name = "WrittenRule", description = "A rule in the model of an application.")
    record WrittenRuleView(
            @Schema(description = "Name.", example = "busy") String name,
            @Schema(description = "Condition of the rule, as written in the model; absent if the rule depends on time only.",
                    example = "load > 80 %") Optional<String> condition,
            @Schema(description = "How long the condition must hold, in s; absent if not specified.", example = "120")
            Optional<Double> holdsSeconds,
            @Schema(description = "Interval between executions, or between evaluations of the condition, in s; absent if not specified.")
            Optional<Double> everySeconds,
            @Schema(description = "Pause after an execution, in s; absent if not specified.") Optional<Double> pauseSeconds,
            @Schema(description = "Actions in order of execution, as written in the model.", example = "[\"scale out frontend\"]")
            List<String> actions,
            @Schema(description = "File of the model that contains the rule.", example = "sock-shop.caravan") String file,
            @Schema(description = "Line of the rule's name, from 1.", example = "12") int line,
            @Schema(description = "Column of the rule's name, from 1.", example = "8") int column,
            @Schema(description = "Whether the server evaluates the rule. If false, the rule has no effect.", example = "false")
            boolean honoured,
            @Schema(description = "Reason why the rule is not evaluated, as in the warning at that position; empty if it is evaluated.")
            List<String> reasons) {

        static WrittenRuleView of(WrittenRule written) {
            Location at = written.location();
            return new WrittenRuleView(written.rule().id(), written.condition(), written.rule().holdsSeconds(),
                    written.rule().everySeconds(), written.rule().pauseSeconds(),
                    written.actions(), at.file(), at.line(), at.column(), written.unhonoured().isEmpty(), written.unhonoured());
        }
    }

    @GetMapping("/api/v1/applications/{name}/rules")
    @ErrorResponses("422 rejected-input")
    @Operation(operationId = "writtenRules", summary = "List the rules in an application's model",
            description = "Lists the rules of the latest model, sorted by name and paged. Each states whether the server evaluates it "
                    + "and, if not, why. /api/v1/rules lists the rules that are built into the server.")
    ResponseEntity<List<WrittenRuleView>> rules(@Parameter(description = "Name of the application.",
            example = "sock-shop") @PathVariable("name") String name, PageRequest page) {
        return page.of(CaravanLanguage.rules(models.required(name).files()), written -> written.rule().id(), WrittenRuleView::of);
    }
}
