package org.caravan.server.adaptation;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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

    @Schema(name = "Adaptation", description = "How far the server changes an application by itself.")
    record AdaptationView(
            @Schema(description = "Autonomy per kind of action.") List<KindView> actions,
            @Schema(description = "Freeze of the application; absent if it is not frozen.") Optional<FreezeView> freeze) {}

    @Schema(name = "ActionAutonomy", description = "Autonomy of the server for a kind of action.")
    record KindView(
            @Schema(description = "Kind of action: replace (copies that are lost), complete (a deployment whose hosts are "
                    + "back), scale-out, scale-in, replan, notify or run (rules of the model).",
                    example = "replace") String kind,
            @Schema(description = "automatic: the server acts. propose: a plan waits for approval. observe: the server records what it "
                    + "would do.", example = "automatic") String autonomy,
            @Schema(description = "Autonomy where the owner has chosen none.", example = "automatic") String preset) {}

    @Schema(name = "Freeze", description = "While an application is frozen, the server does not change it by itself.")
    record FreezeView(
            @Schema(description = "When it was frozen (ISO 8601, UTC).") Instant since,
            @Schema(description = "By whom.", example = "ann") String by,
            @Schema(description = "Why; empty for no reason.", example = "fair") String reason) {}

    @Schema(name = "AutonomyRequest", description = "How far the server goes by itself.")
    record AutonomyBody(@Schema(description = "automatic, propose or observe.", example = "propose") String autonomy) {}

    @Schema(name = "FreezeRequest", description = "Why the application is frozen.")
    record FreezeBody(@Schema(description = "Reason, shown with each decision not to act: at most 200 characters on one line; absent "
            + "for none.", example = "fair") Optional<String> reason) {}

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
            @Parameter(description = "Kind of action: replace, complete, scale-out, scale-in, replan, notify or run.",
                    example = "replace") @PathVariable("kind") String kind,
            @RequestBody AutonomyBody body, HttpServletRequest request) {
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
            @RequestBody(required = false) FreezeBody body, HttpServletRequest request) {
        models.required(name);
        String reason = Optional.ofNullable(body).map(FreezeBody::reason).flatMap(given -> given == null ? Optional.empty() : given)
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

    private AdaptationView view(String name) {
        return new AdaptationView(
                Arrays.stream(ActionKind.values()).map(kind -> new KindView(kind.word(), choices.autonomy(name, kind).word(),
                        kind.preset().word())).toList(),
                choices.freeze(name).map(freeze -> new FreezeView(freeze.since(), freeze.by(), freeze.reason())));
    }
}
