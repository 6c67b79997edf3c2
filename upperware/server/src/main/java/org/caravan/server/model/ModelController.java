package org.caravan.server.model;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.application.ApplicationModel;
import org.caravan.dsl.ParsedModels;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.server.audit.AuditRequest;
import org.caravan.server.rest.DiagnosticView;
import org.caravan.server.rest.FilesBody;
import org.caravan.server.rest.Precondition;
import org.caravan.server.rest.Refuses;
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

    ModelController(Models models) {
        this.models = models;
    }

    @Schema(name = "Validation", description = "What the server thinks of some texts.")
    record Validation(
            @Schema(description = "Everything wrong or doubtful, by file and line.") List<DiagnosticView> diagnostics,
            @Schema(description = "Whether the texts would be accepted: there is no ERROR.") boolean accepted,
            @Schema(description = "Names of the applications they declare; none where there is an ERROR.")
                    List<String> applications,
            @Schema(description = "Names of the infrastructures they declare; none where there is an ERROR.")
                    List<String> infrastructures) {}

    @Schema(name = "AcceptedModel", description = "A model the server keeps.")
    record AcceptedModel(
            @Schema(description = "Name of the application.", example = "sock-shop") String name,
            @Schema(description = "Version, as its text says.", example = "1.0") String version,
            @Schema(description = "Digest of its texts: 64 hexadecimal digits (SHA-256).") String digest) {}

    @PostMapping("/models/validation")
    @Operation(operationId = "validateModels", summary = "Check texts without keeping them",
            description = "Reads application and infrastructure texts, and checks applications against the infrastructures among them; against the infrastructure in force if there is none among them.")
    Validation validate(@RequestBody FilesBody body) {
        ParsedModels parsed = models.check(body.files());
        return new Validation(parsed.diagnostics().stream().map(DiagnosticView::of).toList(), !parsed.hasErrors(),
                parsed.applications().stream().map(ApplicationModel::name).toList(),
                parsed.infrastructures().stream().map(Infrastructure::name).toList());
    }

    @PutMapping("/applications/{name}/model")
    @Refuses({"409 name-taken", "412 changed-meanwhile"})
    @Operation(operationId = "putModel", summary = "Give an application a model",
            description = "Accepted as a whole or refused (422) with every diagnostic and nothing changed. The first makes it an application of the token's organisation, or of the one that its text says it is owned by. What runs stays as "
                    + "it is until a plan is made and approved.")
    ResponseEntity<AcceptedModel> put(
            @Parameter(description = "Name of the application, as its text says.", example = "sock-shop") @PathVariable("name") String name,
            @Parameter(description = "Entity tag of the model that this one is to replace; another one is left as it is (412).")
                    @RequestHeader(name = "If-Match", required = false) Optional<String> match,
            @Parameter(description = "*: only if the application has no model yet.") @RequestHeader(name = "If-None-Match", required = false) Optional<String> noneMatch,
            @RequestBody FilesBody body, @Parameter(hidden = true) HttpServletRequest request) {
        StoredModel stored = models.accept(name, body.files(), new Precondition(match, noneMatch),
                AuditRequest.of(request).orElseThrow().name());
        return ResponseEntity.ok().eTag(Precondition.tag(stored.digest())).body(new AcceptedModel(stored.application(), stored.version(), stored.digest()));
    }

    @Schema(name = "Model", description = "The latest model of an application.")
    record ModelView(
            @Schema(description = "Name of the application.", example = "sock-shop") String name,
            @Schema(description = "Version, as its text says.", example = "1.0") String version,
            @Schema(description = "Digest of its texts: 64 hexadecimal digits (SHA-256); in quotes, its entity tag.") String digest,
            @Schema(description = "When it was accepted (ISO 8601, UTC).") Instant acceptedAt,
            @Schema(description = "Its texts by file name, as they were sent.") Map<String, String> files) {}

    @GetMapping("/applications/{name}/model")
    @Operation(operationId = "model", summary = "Show the model of an application", description = "The latest, as its texts; the header ETag has its entity tag.")
    ResponseEntity<ModelView> get(@Parameter(description = "Name of the application.", example = "sock-shop") @PathVariable("name") String name) {
        StoredModel stored = models.required(name);
        return ResponseEntity.ok().eTag(Precondition.tag(stored.digest()))
                .body(new ModelView(stored.application(), stored.version(), stored.digest(), stored.acceptedAt(), stored.files()));
    }
}
