package org.caravan.server.audit;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.server.organisation.Reach;
import org.caravan.server.rest.LatestWish;
import org.caravan.server.rest.NewestFirst;
import org.caravan.server.rest.Refusal;
import org.caravan.server.rest.Refuses;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/audit")
@Tag(name = "access")
class AuditController {

    private static final Pattern HEAD = Pattern.compile("(\\d{1,18}):([0-9a-f]{64})");

    private final AuditLog log;

    AuditController(AuditLog log) {
        this.log = log;
    }

    @Schema(name = "AuditEntry", description = "Who asked for a change, or what came of it.")
    record EntryView(
            @Schema(description = "From 1, without a gap.") long number,
            @Schema(description = "When it was written, ISO 8601, UTC.") String at,
            @Schema(description = "ASKED before anything is done, ANSWERED afterwards, REFUSED for a reading request by a token that may not.") String event,
            @Schema(description = "Number of the entry that this one answers; its own if it answers none.") long asked,
            @Schema(description = "Id of the token; local for that of the token file.") String tokenId,
            @Schema(description = "Whose token it is.") String name,
            @Schema(description = "viewer, deployer, operator or admin.") String role,
            @Schema(description = "The caller's address.") String address,
            @Schema(description = "Method and path, without the query.", example = "PUT /api/v1/infrastructure") String request,
            @Schema(description = "Status of HTTP; 0 for ASKED.") int status,
            @Schema(description = "Organisation of the token; missing for the installation's.", example = "acme") Optional<String> organisation,
            @Schema(description = "SHA-256 of the digest before and of all of the above.") String digest) {
        static EntryView of(AuditEntry entry) {
            AuditRequest request = entry.request();
            return new EntryView(entry.number(), entry.at(), entry.event().name(), entry.asked(), request.tokenId(), request.name(), request.role(),
                    request.address(), request.request(), entry.status(), Optional.of(request.organisation()).filter(name -> !name.isEmpty()),
                    entry.digest());
        }
    }

    @Schema(name = "AuditVerification", description = "Whether the log is as it was written.")
    record Verification(
            @Schema(description = "Whether every entry follows from the one before, and the head that was asked for is there.") boolean intact,
            @Schema(description = "Number of entries.") long entries,
            @Schema(description = "The last entry as NUMBER:DIGEST; kept elsewhere it shows later that nothing was cut off.") String head,
            @Schema(description = "The first number at which the log is not as it was written; missing if it is.") Optional<Long> firstBroken,
            @Schema(description = "Whether the entry that was asked for is there; missing if none was.") Optional<Boolean> headFound) {}

    @GetMapping
    @Operation(operationId = "audit", summary = "Read the audit log", description = "Newest first, a page at a time; an organisation's admin reads what its tokens asked for; the header Link leads to the next.")
    ResponseEntity<List<EntryView>> list(
            @NewestFirst("Only entries before this number.") LatestWish<Long> page,
            @Parameter(description = "Only what was asked with the token of this id.", example = "5fd1a07c") @RequestParam(name = "tokenId") Optional<String> tokenId,
            @Parameter(description = "Only requests that begin so.", example = "PUT /api/v1/infrastructure") @RequestParam(name = "request") Optional<String> request) {
        List<AuditEntry> found = log.before(page.before().orElse(Long.MAX_VALUE), Reach.current().organisation(), tokenId, request, page.wanted());
        return page.of(found.stream().map(EntryView::of).toList(), EntryView::number);
    }

    @GetMapping("/verification")
    @Refuses("422 audit-head")
    @Operation(operationId = "verifyAudit", summary = "Verify the audit log", description = "Recomputes every digest.")
    Verification verify(@Parameter(description = "What an earlier verification told as head: NUMBER:DIGEST.") @RequestParam(name = "head") Optional<String> head) {
        Optional<Boolean> found = head.map(text -> log.has(read(text)));
        Optional<Long> broken = log.firstBroken();
        AuditLog.Head last = log.head();
        return new Verification(broken.isEmpty() && found.orElse(true), last.number(), last.number() + ":" + last.digest(), broken, found);
    }

    private static AuditLog.Head read(String text) {
        Matcher matcher = HEAD.matcher(text);
        if (!matcher.matches()) {
            throw new Refusal(HttpStatus.UNPROCESSABLE_ENTITY, "audit-head", "The head (" + text + ") is none of the audit log.",
                    "write it as caravan audit verify printed it: NUMBER:DIGEST.");
        }
        return new AuditLog.Head(Long.parseLong(matcher.group(1)), matcher.group(2));
    }
}
