package org.caravan.server.events;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.caravan.server.organisation.CredentialValidity;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.share.Holder;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

@RestController
@Tag(name = "server")
class EventController {

    private final Listeners listeners;

    EventController(Listeners listeners) {
        this.listeners = listeners;
    }

    @GetMapping(path = "/api/v1/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    @ErrorResponses("503 too-many-listeners")
    @Operation(operationId = "events", summary = "Subscribe to events",
            description = "Returns an endless stream of server-sent events. Each is a JSON object whose member type is application, "
                    + "plan, step, deployment, probe, network, image, decision or infrastructure. A token of an organisation receives "
                    + "events of the installation and of that organisation.")
    @ApiResponse(responseCode = "200", description = "Stream of events.",
            content = @Content(mediaType = MediaType.TEXT_EVENT_STREAM_VALUE, schema = @Schema(implementation = Event.class)))
    ResponseEntity<SseEmitter> events(
            @Parameter(description = "Number of the last event received; the stream starts with the events after it.")
                    @RequestHeader(name = "Last-Event-ID", defaultValue = "-1") long lastSeen,
            Authentication caller) {
        return ResponseEntity.ok()
                .header("X-Accel-Buffering", "no")
                .contentType(MediaType.TEXT_EVENT_STREAM)
                .body(listeners.listen(lastSeen, Holder.of(caller), CredentialValidity.of(caller)));
    }
}
