package org.caravan.server.model;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.caravan.application.ApplicationModel;
import org.caravan.dsl.ParsedModels;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.server.rest.DiagnosticView;
import org.caravan.server.rest.FilesBody;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
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
            description = "Reads application and infrastructure texts, and checks applications against the infrastructure in force.")
    Validation validate(@RequestBody FilesBody body) {
        ParsedModels parsed = models.check(body.files());
        return new Validation(parsed.diagnostics().stream().map(DiagnosticView::of).toList(), !parsed.hasErrors(),
                parsed.applications().stream().map(ApplicationModel::name).toList(),
                parsed.infrastructures().stream().map(Infrastructure::name).toList());
    }

    @PutMapping("/applications/{name}/model")
    @Operation(operationId = "putModel", summary = "Give an application a model",
            description = "Accepted as a whole or refused (422) with every diagnostic and nothing changed. What runs stays as "
                    + "it is until a plan is made and approved.")
    AcceptedModel put(
            @Parameter(description = "Name of the application, as its text says.", example = "sock-shop") @PathVariable("name") String name,
            @RequestBody FilesBody body) {
        StoredModel stored = models.accept(name, body.files());
        return new AcceptedModel(stored.application(), stored.version(), stored.digest());
    }
}
