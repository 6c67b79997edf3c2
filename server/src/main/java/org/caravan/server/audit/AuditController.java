package org.caravan.server.audit;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.api.access.AuditEntryView;
import org.caravan.api.access.AuditVerification;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.ProblemException;
import org.caravan.server.rest.page.LatestPageRequest;
import org.caravan.server.rest.page.NewestFirst;
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

    @GetMapping
    @Operation(operationId = "audit", summary = "Read the audit log", description = "Newest first, paged; the header Link refers to the "
            + "next page. Admins of an organisation read the entries of its tokens.")
    ResponseEntity<List<AuditEntryView>> list(
            @NewestFirst("Only entries before this number.") LatestPageRequest<Long> page,
            @Parameter(description = "Only entries of the token with this id.", example = "5fd1a07c") @RequestParam(name = "tokenId")
            Optional<String> tokenId,
            @Parameter(description = "Only requests with this prefix.", example = "PUT /api/v1/infrastructure")
            @RequestParam(name = "request") Optional<String> request) {
        List<AuditEntry> found = log.before(page.before().orElse(Long.MAX_VALUE), OrganisationScope.current().organisation(), tokenId,
                request, page.wanted());
        return page.of(found.stream().map(AuditController::view).toList(), AuditEntryView::number);
    }

    @GetMapping("/verification")
    @ErrorResponses("422 audit-head")
    @Operation(operationId = "verifyAudit", summary = "Verify the audit log", description = "Recomputes every digest.")
    AuditVerification verify(@Parameter(description = "Head of an earlier verification: NUMBER:DIGEST.") @RequestParam(name = "head")
            Optional<String> head) {
        Optional<Boolean> found = head.map(text -> log.has(read(text)));
        Optional<Long> broken = log.firstBroken();
        AuditLog.Head last = log.head();
        return new AuditVerification(broken.isEmpty() && found.orElse(true), last.number(), last.number() + ":" + last.digest(), broken,
                found);
    }

    private static AuditLog.Head read(String text) {
        Matcher matcher = HEAD.matcher(text);
        if (!matcher.matches()) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_ENTITY, "audit-head", "The head (" + text
                    + ") is not a head of the audit log.",
                    "write it as caravan audit verify printed it: NUMBER:DIGEST.");
        }
        return new AuditLog.Head(Long.parseLong(matcher.group(1)), matcher.group(2));
    }

    private static AuditEntryView view(AuditEntry entry) {
        AuditRequest request = entry.request();
        return new AuditEntryView(entry.number(), entry.at(), entry.event().name(), entry.asked(), request.tokenId(), request.name(),
                request.role(), request.address(), request.request(), entry.status(),
                Optional.of(request.organisation()).filter(name -> !name.isEmpty()), entry.digest());
    }
}
