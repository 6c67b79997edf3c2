package org.caravan.server.application;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import org.caravan.adapter.CopyCommand;
import org.caravan.api.application.CommandOrder;
import org.caravan.api.application.CommandView;
import org.caravan.server.audit.AuditLog;
import org.caravan.server.model.Models;
import org.caravan.server.rest.ErrorResponses;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "applications")
class InstanceCommandController {

    private final Models models;
    private final InstanceCommands commands;
    private final AuditLog audit;

    InstanceCommandController(Models models, InstanceCommands commands, AuditLog audit) {
        this.models = models;
        this.commands = commands;
        this.audit = audit;
    }

    @PostMapping("/api/v1/applications/{name}/instances/{instance}/commands")
    @ErrorResponses(value = {"404 unknown-instance", "422 command-invalid", "503 too-many-commands"}, hosts = true)
    @Operation(operationId = "runCommand", summary = "Run a command in an instance",
            description = "Waits until the command exits or its time limit is reached. The audit log contains the program and the "
                    + "number of its arguments, but not the arguments, because they can be secrets.")
    CommandView run(
            @Parameter(description = "Name of the application.", example = "sock-shop") @PathVariable("name") String name,
            @Parameter(description = "Component and number.", example = "frontend:1") @PathVariable("instance") String instance,
            @RequestBody CommandOrder order,
            HttpServletRequest request) {
        models.required(name);
        CopyCommand command = InstanceCommands.command(order);
        audit.detail(request, "runs " + command.words().get(0) + " with " + (command.words().size() - 1) + " arguments");
        return commands.run(name, instance, command);
    }
}
