package org.caravan.server.application;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
import org.caravan.api.application.ApplicationSummary;
import org.caravan.api.application.ApplicationView;
import org.caravan.api.application.LogView;
import org.caravan.server.application.Usages.Usage;
import org.caravan.server.model.Models;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.page.PageRequest;
import org.springframework.http.ResponseEntity;
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
    private final Logs logs;

    ApplicationController(Applications applications, Models models, Usages usages, Logs logs) {
        this.applications = applications;
        this.models = models;
        this.usages = usages;
        this.logs = logs;
    }

    @GetMapping
    @Operation(operationId = "applications", summary = "List applications", description = "Sorted by name, paged; does not query hosts.")
    ResponseEntity<List<ApplicationSummary>> all(@Parameter(description = "Only those in this state.") @RequestParam(name =
            "state") Optional<ApplicationState> state, PageRequest page) {
        return page.of(applications.all().stream().filter(each -> state.isEmpty() || state.get().name().equals(each.state())).toList(),
                ApplicationSummary::name);
    }

    @GetMapping("/{name}")
    @ErrorResponses(hosts = true)
    @Operation(operationId = "application", summary = "Show an application",
            description = "Queries every host for its copies; takes as long as the slowest host.")
    ApplicationView one(@Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name) {
        return applications.one(name);
    }

    @GetMapping("/{name}/metrics")
    @ErrorResponses(hosts = true)
    @Operation(operationId = "usage", summary = "Show the resource usage of instances",
            description = "Shows the values that hosts report now, sorted by instance, paged; without instances whose hosts do not "
                    + "report them.")
    ResponseEntity<List<Usage>> metrics(@Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name,
            PageRequest page) {
        models.required(name);
        return page.of(usages.of(name), Usage::instance);
    }

    @GetMapping("/{name}/instances/{instance}/log")
    @ErrorResponses(value = {"404 unknown-instance", "422 lines-out-of-range"}, hosts = true)
    @Operation(operationId = "log", summary = "Show the log of an instance",
            description = "Returns the last lines of standard output and standard error that the host keeps; queries that host.")
    LogView log(
            @Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name,
            @Parameter(description = "Component and number.", example = "frontend:1") @PathVariable("instance") String instance,
            @Parameter(description = "Maximum number of lines, 1 to 10000.",
                    schema = @Schema(type = "integer", format = "int32", minimum = "1", maximum = "10000", defaultValue = "100"))
                    @RequestParam(name = "lines", defaultValue = "100") int lines) {
        models.required(name);
        return logs.of(name, instance, lines);
    }
}
