package org.caravan.server.audit;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.caravan.canonical.Digest;
import org.caravan.json.Json;

/**
 * One entry of the audit log.
 *
 * @param number from 1, without gaps
 * @param at ISO 8601, UTC
 * @param asked number of the entry that this one answers; its own number if it answers none
 * @param status HTTP status; 0 for {@link Event#ASKED}
 * @param digest SHA-256, hexadecimal, of the previous digest and all other components
 */
record AuditEntry(long number, String at, Event event, long asked, AuditRequest request, int status, String digest) {

    /** Digest before the first entry. */
    static final String BEGIN = "0".repeat(64);

    enum Event {
        /** A change was requested; written before it is executed. */
        ASKED,
        /** Result of a change. */
        ANSWERED,
        /** A read-only request with a token that does not allow it. */
        REFUSED
    }

    static AuditEntry after(String before, long number, String at, Event event, long asked, AuditRequest request, int status) {
        return new AuditEntry(number, at, event, asked, request, status, digest(before, number, at, event, asked, request, status));
    }

    static AuditEntry read(ResultSet row, int line) throws SQLException {
        return new AuditEntry(row.getLong("number"), row.getString("at"), Event.valueOf(row.getString("event")), row.getLong("asked"),
                new AuditRequest(row.getString("token_id"), row.getString("name"), row.getString("role"), row.getString("address"),
                        row.getString("request"),
                        row.getString("organisation")),
                row.getInt("status"), row.getString("digest"));
    }

    /** Whether this entry is unchanged and follows an entry with this digest. */
    boolean follows(String before) {
        return digest.equals(digest(before, number, at, event, asked, request, status));
    }

    /** Digests a JSON array, because its encoding is unambiguous whatever the texts contain. */
    private static String digest(String before, long number, String at, Event event, long asked, AuditRequest request, int status) {
        List<Object> all = new ArrayList<>(List.of(before, number, at, event.name(), asked, request.tokenId(), request.name(),
                request.role(), request.address(),
                request.request(), status));
        if (!request.organisation().isEmpty()) { // entries written before organisations existed keep their digests
            all.add(request.organisation());
        }
        return Digest.of(Json.write(all));
    }
}
