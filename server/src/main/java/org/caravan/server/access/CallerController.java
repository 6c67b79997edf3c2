package org.caravan.server.access;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.caravan.api.access.CallerView;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Returns the caller's own identity and role, so that a page can show what its token allows. */
@RestController
@Tag(name = "access")
class CallerController {

    @GetMapping("/api/v1/caller")
    @Operation(operationId = "caller", summary = "Show the identity of the caller", description = "Shows the owner of the token and its "
            + "role.")
    CallerView caller() {
        Caller caller = (Caller) SecurityContextHolder.getContext().getAuthentication().getPrincipal();
        return new CallerView(caller.tokenId(), caller.name(), caller.role().word());
    }
}
