package org.caravan.server.access;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Returns the caller's own identity and role, so that a page can show what its token allows. */
@RestController
@Tag(name = "access")
class CallerController {

    @Schema(name = "Caller", description = "Who asks.")
    record CallerView(
            @Schema(description = "Id of the token; local for that of the token file.", example = "5fd1a07c") String tokenId,
            @Schema(description = "Whose token it is, for people.") String name,
            @Schema(description = "viewer, deployer, operator or admin.", example = "deployer") String role) {}

    @GetMapping("/api/v1/caller")
    @Operation(operationId = "caller", summary = "Tell who asks", description = "Whose token it is, and what it is for.")
    CallerView caller() {
        Caller caller = (Caller) SecurityContextHolder.getContext().getAuthentication().getPrincipal();
        return new CallerView(caller.tokenId(), caller.name(), caller.role().word());
    }
}
