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
import org.caravan.server.rest.PageWish;
import org.caravan.server.rest.Refuses;
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

    @Schema(name = "WrittenRule", description = "A rule as it stands in the model of an application.")
    record WrittenRuleView(
            @Schema(description = "Its name.", example = "busy") String name,
            @Schema(description = "What must hold, in the words of the model; absent where only time counts.", example = "load > 80 %") Optional<String> condition,
            @Schema(description = "For how long it must hold, in s; absent where it need not.", example = "120") Optional<Double> holdsSeconds,
            @Schema(description = "How often it is done, or tried where there is a condition, in s; absent where that is not said.") Optional<Double> everySeconds,
            @Schema(description = "How long nothing is done after it was done, in s; absent where that is not said.") Optional<Double> pauseSeconds,
            @Schema(description = "What is done, in this order, in the words of the model.", example = "[\"scale out frontend\"]") List<String> actions,
            @Schema(description = "File of the model in which it stands.", example = "sock-shop.caravan") String file,
            @Schema(description = "Line of its name, from 1.", example = "12") int line,
            @Schema(description = "Column of its name, from 1.", example = "8") int column,
            @Schema(description = "Whether the server goes by it. While that is not so, nothing is ever done because of this rule.", example = "false") boolean honoured,
            @Schema(description = "Why it is not honoured, as the warning at that place says; empty where it is.") List<String> reasons) {

        static WrittenRuleView of(WrittenRule written) {
            Location at = written.location();
            return new WrittenRuleView(written.rule().id(), written.condition(), written.rule().holdsSeconds(), written.rule().everySeconds(), written.rule().pauseSeconds(),
                    written.actions(), at.file(), at.line(), at.column(), written.unhonoured().isEmpty(), written.unhonoured());
        }
    }

    @GetMapping("/api/v1/applications/{name}/rules")
    @Refuses("422 rejected-input")
    @Operation(operationId = "writtenRules", summary = "List the rules that a model writes",
            description = "Those of the latest model, as they stand in it, sorted by name, a page at a time. Each says whether the server honours it yet, and if not, why. What the server does by itself is at /api/v1/rules.")
    ResponseEntity<List<WrittenRuleView>> rules(@Parameter(description = "Name of the application.", example = "sock-shop") @PathVariable("name") String name, PageWish page) {
        return page.of(CaravanLanguage.rules(models.required(name).files()), written -> written.rule().id(), WrittenRuleView::of);
    }
}
