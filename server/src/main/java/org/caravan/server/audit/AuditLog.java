package org.caravan.server.audit;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.caravan.server.data.StoredRows;
import org.caravan.text.TextRule;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Append-only audit log. The database rejects changes and deletions of entries; a change that bypasses the database breaks the chain of
 * digests.
 */
@Component
public class AuditLog {

    private static final StoredRows ROWS = new StoredRows("entry of the audit log", "number", Optional.empty(),
            "verify the log: caravan audit verify.");

    private static final int PAGE = 1000;
    private static final int LONGEST_DETAIL = 200;

    private final JdbcClient database;
    private final Clock clock;

    AuditLog(JdbcClient database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** @return number of the entry, for {@link #answered} */
    public long asked(AuditRequest request) {
        return append(AuditEntry.Event.ASKED, Optional.empty(), request, 0);
    }

    /**
     * Adds a detail that the path of a pending request does not contain, before the request is executed. The detail must not contain
     * values that could be secrets.
     */
    public void detail(HttpServletRequest request, String detail) {
        AuditRequest.of(request).ifPresent(asked -> {
            String printable = TextRule.LINE.cleaned(detail);
            asked(asked.saying(asked.request() + ": "
                    + (printable.length() > LONGEST_DETAIL ? printable.substring(0, LONGEST_DETAIL) : printable)));
        });
    }

    public void answered(long asked, AuditRequest request, int status) {
        append(AuditEntry.Event.ANSWERED, Optional.of(asked), request, status);
    }

    public void refused(AuditRequest request, int status) {
        append(AuditEntry.Event.REFUSED, Optional.empty(), request, status);
    }

    /**
     * Appends one entry at a time, because each contains the previous digest; durable on return. If another server used the number first,
     * the next number is used.
     */
    private synchronized long append(AuditEntry.Event event, Optional<Long> asked, AuditRequest request, int status) {
        while (true) {
            try {
                return appended(event, asked, request, status);
            } catch (DuplicateKeyException taken) {
                // retry after the other server's entry
            }
        }
    }

    private long appended(AuditEntry.Event event, Optional<Long> asked, AuditRequest request, int status) {
        Head head = head();
        long number = head.number() + 1;
        AuditEntry entry = AuditEntry.after(head.digest(), number, clock.instant().toString(), event, asked.orElse(number), request,
                status);
        database.sql(
                "insert into audit_entry (number, at, event, asked, token_id, name, role, address, request, status, digest, organisation) "
                        + "values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
                .params(number, entry.at(), event.name(), entry.asked(), request.tokenId(), request.name(), request.role(),
                        request.address(),
                        request.request(), status, entry.digest(), request.organisation()).update();
        return number;
    }

    /** The last entry; number 0 if the log is empty. A head that is stored elsewhere also reveals a truncated log. */
    record Head(long number, String digest) {}

    Head head() {
        return database.sql("select number, digest from audit_entry order by number desc limit 1")
                .query((row, line) -> new Head(row.getLong(1), row.getString(2))).optional().orElse(new Head(0, AuditEntry.BEGIN));
    }

    /**
     * Up to {@code most} entries before this number, newest first.
     *
     * @param organisation organisation of the token; empty: any
     * @param request prefix of the request
     */
    List<AuditEntry> before(long number, Optional<String> organisation, Optional<String> tokenId, Optional<String> request, int most) {
        return database.sql(
                "select * from audit_entry where number < ? and (cast(? as text) is null or organisation = ?) and (cast(? as text) is "
                + "null or token_id = ?) "
                        + "and substr(request, 1, length(?)) = ? order by number desc limit ?")
                .params(number, organisation.orElse(null), organisation.orElse(null), tokenId.orElse(null), tokenId.orElse(null),
                        request.orElse(""), request.orElse(""), most).query(ROWS.each(AuditEntry::read)).list().stream()
                        .flatMap(Optional::stream).toList();
    }

    /** The first number at which the log was altered; empty if it is intact. */
    Optional<Long> firstBroken() {
        String digest = AuditEntry.BEGIN;
        long number = 0;
        while (true) {
            List<Optional<AuditEntry>> page = database.sql("select * from audit_entry where number > ? order by number limit " + PAGE)
                    .param(number)
                    .query(ROWS.each(AuditEntry::read)).list();
            for (Optional<AuditEntry> found : page) {
                if (found.isEmpty()) {
                    return Optional.of(number + 1);
                }
                AuditEntry entry = found.get();
                if (entry.number() != number + 1 || !entry.follows(digest)) {
                    return Optional.of(number + 1);
                }
                number = entry.number();
                digest = entry.digest();
            }
            if (page.size() < PAGE) {
                return Optional.empty();
            }
        }
    }

    /** Whether the entry of this number exists and has this digest; true for number 0, the start of the log. */
    boolean has(Head head) {
        return head.number() == 0 || database.sql("select count(*) from audit_entry where number = ? and digest = ?")
                .params(head.number(), head.digest())
                .query(Integer.class).single() > 0;
    }
}
