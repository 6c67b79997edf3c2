package org.caravan.api.access;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;

@Schema(name = "AuditVerification", description = "Result of verifying the audit log.")
public record AuditVerification(
        @Schema(description = "Whether every entry matches its predecessor, and the given head exists.") boolean intact,
        @Schema(description = "Number of entries.") long entries,
        @Schema(description = "Last entry as NUMBER:DIGEST. A copy kept elsewhere reveals later truncation of the log.") String head,
        @Schema(description = "Number of the first entry that was altered; absent if there is none.") Optional<Long> firstBroken,
        @Schema(description = "Whether the given head exists; absent if none was given.") Optional<Boolean> headFound) {}
