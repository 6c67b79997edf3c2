package org.caravan.server.application;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
import org.caravan.server.application.Usages.Usage;
import org.caravan.server.model.Models;
import org.caravan.server.rest.Refuses;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/applications")
@Tag(name = "applications")
class ApplicationController {

    private static final String NAME = "Name of the application.";

    private final Applications applications;
    private final Models models;
    private final Usages usages;

    ApplicationController(Applications applications, Models models, Usages usages) {
        this.applications = applications;
        this.models = models;
        this.usages = usages;
    }

    @GetMapping
    @Operation(operationId = "applications", summary = "List applications", description = "Sorted by name; asks no host.")
    List<ApplicationSummary> all(@Parameter(description = "Only those in this state.") @RequestParam(name = "state") Optional<ApplicationState> state) {
        return applications.all().stream().filter(each -> state.isEmpty() || state.get() == each.state()).toList();
    }

    @GetMapping("/{name}")
    @Refuses(hosts = true)
    @Operation(operationId = "application", summary = "Show an application",
            description = "Asks every host what runs; takes as long as the slowest answers.")
    ApplicationView one(@Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name) {
        return applications.one(name);
    }

    @GetMapping("/{name}/metrics")
    @Refuses(hosts = true)
    @Operation(operationId = "usage", summary = "Show what instances use",
            description = "As their hosts say now; instances whose hosts do not tell are left out.")
    List<Usage> metrics(@Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name) {
        models.required(name);
        return usages.of(name);
    }
}
