package org.caravan.server.model;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.caravan.api.model.AcceptedModel;
import org.caravan.api.model.FilesOrder;
import org.caravan.api.model.ModelView;
import org.caravan.api.model.ValidationView;
import org.caravan.application.ApplicationModel;
import org.caravan.dsl.ParsedModels;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.server.audit.AuditRequest;
import org.caravan.server.infrastructure.LatestTexts;
import org.caravan.server.rest.DiagnosticViews;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.Precondition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1")
@Tag(name = "models")
class ModelController {

    private final Models models;
    private final NewModelPlanning planning;

    ModelController(Models models, NewModelPlanning planning) {
        this.models = models;
        this.planning = planning;
    }

    @PostMapping("/models/validation")
    @Operation(operationId = "validateModels", summary = "Validate model texts",
            description = "Parses application and infrastructure texts without storing them. Checks applications against the "
                    + "infrastructures among the texts, or against the current infrastructure if the texts contain none.")
    ValidationView validate(@RequestBody FilesOrder order) {
        ParsedModels parsed = models.check(LatestTexts.required(order));
        return new ValidationView(DiagnosticViews.of(parsed.diagnostics()), !parsed.hasErrors(),
                parsed.applications().stream().map(ApplicationModel::name).toList(),
                parsed.infrastructures().stream().map(Infrastructure::name).toList());
    }

    @PutMapping("/applications/{name}/model")
    @ErrorResponses({"409 name-taken", "412 changed-meanwhile"})
    @Operation(operationId = "putModel", summary = "Store the model of an application",
            description = "Accepts the model as a whole or rejects it (422) with all diagnostics and changes nothing. The first model "
                    + "assigns the application to the token's organisation, or to the owner that the model declares. The running "
                    + "application does not change until a plan is created and approved. A new model is planned immediately if the "
                    + "network was measured; the header Link (rel=\"planning\") then refers to that planning.")
    ResponseEntity<AcceptedModel> put(
            @Parameter(description = "Name of the application, as declared in the model.", example = "sock-shop") @PathVariable("name")
            String name,
            @Parameter(description = "Entity tag of the model to replace; if the current model has another one, nothing changes (412).")
                    @RequestHeader(name = "If-Match", required = false) Optional<String> match,
            @Parameter(description = "*: only if the application has no model yet.") @RequestHeader(name = "If-None-Match",
                    required = false) Optional<String> noneMatch,
            @RequestBody FilesOrder order, @Parameter(hidden = true) HttpServletRequest request) {
        Models.Accepted accepted = models.accept(name, LatestTexts.required(order), new Precondition(match, noneMatch),
                AuditRequest.of(request).orElseThrow().name());
        StoredModel stored = accepted.model();
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok().eTag(Precondition.tag(stored.digest()));
        Optional<String> begun = accepted.changes() ? planning.begin(name) : Optional.empty();
        begun.ifPresent(id -> answer.header(HttpHeaders.LINK, "</api/v1/plannings/" + id + ">; rel=\"planning\""));
        return answer.body(new AcceptedModel(stored.application(), stored.version(), stored.digest()));
    }

    @GetMapping("/applications/{name}/model")
    @Operation(operationId = "model", summary = "Show the model of an application", description = "Returns the texts of the latest "
            + "model; the header ETag contains its entity tag.")
    ResponseEntity<ModelView> get(@Parameter(description = "Name of the application.",
            example = "sock-shop") @PathVariable("name") String name) {
        StoredModel stored = models.required(name);
        return ResponseEntity.ok().eTag(Precondition.tag(stored.digest()))
                .body(new ModelView(stored.application(), stored.version(), stored.digest(), stored.acceptedAt(), stored.files()));
    }
}
