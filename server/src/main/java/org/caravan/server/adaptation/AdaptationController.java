package org.caravan.server.adaptation;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.Optional;
import org.caravan.api.adaptation.ActionAutonomyView;
import org.caravan.api.adaptation.AdaptationView;
import org.caravan.api.adaptation.AutonomyOrder;
import org.caravan.api.adaptation.FreezeOrder;
import org.caravan.api.adaptation.FreezeView;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.server.audit.AuditLog;
import org.caravan.server.audit.AuditRequest;
import org.caravan.server.decision.Choices;
import org.caravan.server.model.Models;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.ProblemException;
import org.caravan.text.TextRule;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST resources of what owners choose: autonomy and freeze of an application. */
@RestController
@RequestMapping("/api/v1/applications/{name}")
@Tag(name = "adaptation")
class AdaptationController {

    private static final String NAME = "Name of the application.";
    private static final int LONGEST_REASON = 200;

    private final Choices choices;
    private final Models models;
    private final AuditLog audit;

    AdaptationController(Choices choices, Models models, AuditLog audit) {
        this.choices = choices;
        this.models = models;
        this.audit = audit;
    }

    @GetMapping("/adaptation")
    @Operation(operationId = "adaptation", summary = "Show how far the server changes the application by itself",
            description = "Autonomy per kind of action, and whether it is frozen.")
    AdaptationView show(@Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name) {
        models.required(name);
        return view(name);
    }

    @PutMapping("/autonomy/{kind}")
    @ErrorResponses({"404 unknown-action-kind", "422 autonomy-invalid"})
    @Operation(operationId = "chooseAutonomy", summary = "Choose the autonomy of the server for a kind of action",
            description = "automatic, propose or observe. Applies to decisions from now on; a plan that waits for approval still waits.")
    AdaptationView choose(
            @Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name,
            @Parameter(description = "Kind of action: replace, complete, scale-out, scale-in, replan, restart, drain, reserve, "
                    + "keep-promise, follow, save, notify or run.",
                    example = "replace") @PathVariable("kind") String kind,
            @RequestBody AutonomyOrder body, HttpServletRequest request) {
        models.required(name);
        ActionKind action = Arrays.stream(ActionKind.values()).filter(one -> one.word().equals(kind)).findFirst()
                .orElseThrow(() -> ProblemException.notFound(
                "unknown-action-kind", "There is no kind of action (" + kind + ").", "use one of " + Arrays.stream(ActionKind.values())
                        .map(ActionKind::word).toList() + "."));
        Autonomy autonomy = Arrays.stream(Autonomy.values()).filter(one -> one.word().equals(body.autonomy())).findFirst()
                .orElseThrow(() -> new ProblemException(
                HttpStatus.UNPROCESSABLE_CONTENT, "autonomy-invalid", "There is no autonomy (" + body.autonomy() + ").",
                "use one of " + Arrays.stream(Autonomy.values()).map(Autonomy::word).toList() + "."));
        audit.detail(request, autonomy.word());
        choices.choose(name, action, autonomy);
        return view(name);
    }

    @PostMapping("/freeze")
    @ResponseStatus(HttpStatus.CREATED)
    @ErrorResponses("422 reason-invalid")
    @Operation(operationId = "freeze", summary = "Freeze an application",
            description = "The server does not change it by itself until the freeze ends; people still can. A second freeze keeps the "
                    + "first. A deployment under way goes on.")
    AdaptationView freeze(
            @Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name,
            @RequestBody(required = false) FreezeOrder body, HttpServletRequest request) {
        models.required(name);
        String reason = Optional.ofNullable(body).map(FreezeOrder::reason).flatMap(given -> given == null ? Optional.empty() : given)
                .map(String::strip).orElse("");
        if (reason.length() > LONGEST_REASON || TextRule.LINE.violation(reason).isPresent()) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "reason-invalid", "A reason of " + reason.length()
                    + " characters is too long, or is not on one line.",
                    "use at most " + LONGEST_REASON + " characters on one line.");
        }
        choices.freeze(name, AuditRequest.of(request).orElseThrow().name(), reason);
        return view(name);
    }

    @DeleteMapping("/freeze")
    @Operation(operationId = "unfreeze", summary = "End the freeze of an application",
            description = "From now on, the server decides by the current state. Without a freeze, this changes nothing.")
    AdaptationView unfreeze(@Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name) {
        models.required(name);
        choices.unfreeze(name);
        return view(name);
    }

    private Autonomy preset(String name, ActionKind kind) {
        return kind == ActionKind.KEEP_PROMISE ? SaidByModel.preset(models.accepted(name), choices.chosen(name, ActionKind.REPLAN))
                : kind.preset();
    }

    private AdaptationView view(String name) {
        return new AdaptationView(
                Arrays.stream(ActionKind.values()).map(kind -> new ActionAutonomyView(kind.word(),
                        choices.chosen(name, kind).orElseGet(() -> preset(name, kind)).word(), preset(name, kind).word())).toList(),
                choices.freeze(name).map(freeze -> new FreezeView(freeze.since(), freeze.by(), freeze.reason())));
    }
}
