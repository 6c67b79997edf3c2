package org.caravan.server.infrastructure;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.caravan.server.rest.FilesBody;
import org.caravan.server.rest.Refusal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1")
@Tag(name = "infrastructure")
class InfrastructureController {

    private final Infrastructures infrastructures;

    InfrastructureController(Infrastructures infrastructures) {
        this.infrastructures = infrastructures;
    }

    @PutMapping("/infrastructure")
    @Operation(operationId = "putInfrastructure", summary = "Give the server its infrastructure",
            description = "Replaces the infrastructure in force, or is refused (422) with every diagnostic and nothing changed.")
    InfrastructureView put(@RequestBody FilesBody body) {
        return InfrastructureView.of(infrastructures.accept(body.files()));
    }

    @GetMapping("/infrastructure")
    @Operation(operationId = "infrastructure", summary = "Show the infrastructure in force",
            description = "404 with code no-infrastructure before the first one.")
    InfrastructureView get() {
        return infrastructures.current().map(InfrastructureView::of).orElseThrow(() -> Refusal.notFound(
                "no-infrastructure", "The server knows no infrastructure yet.", "send one with PUT /api/v1/infrastructure."));
    }
}
