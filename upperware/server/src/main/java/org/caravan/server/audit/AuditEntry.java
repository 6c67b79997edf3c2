package org.caravan.server.audit;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.caravan.canonical.Digest;
import org.caravan.json.Json;

/**
 * One line of the log.
 *
 * @param number from 1, without a gap
 * @param at ISO 8601, UTC
 * @param asked number of the entry that this one answers; its own if it answers none
 * @param status of HTTP; 0 while it is only asked
 * @param digest SHA-256, hexadecimal, of the digest before and all other components
 */
record AuditEntry(long number, String at, Event event, long asked, AuditRequest request, int status, String digest) {

    /** Before the first entry. */
    static final String BEGIN = "0".repeat(64);

    enum Event {
        /** Before anything is done. */
        ASKED,
        /** What came of it. */
        ANSWERED,
        /** A request that only reads, by a token that may not. */
        REFUSED
    }

    static AuditEntry after(String before, long number, String at, Event event, long asked, AuditRequest request, int status) {
        return new AuditEntry(number, at, event, asked, request, status, digest(before, number, at, event, asked, request, status));
    }

    static AuditEntry read(ResultSet row, int line) throws SQLException {
        return new AuditEntry(row.getLong("number"), row.getString("at"), Event.valueOf(row.getString("event")), row.getLong("asked"),
                new AuditRequest(row.getString("token_id"), row.getString("name"), row.getString("role"), row.getString("address"), row.getString("request"),
                        row.getString("organisation")),
                row.getInt("status"), row.getString("digest"));
    }

    /** Whether it is what was written after an entry with this digest. */
    boolean follows(String before) {
        return digest.equals(digest(before, number, at, event, asked, request, status));
    }

    /** A JSON array has one reading only, whatever the texts in it are. */
    private static String digest(String before, long number, String at, Event event, long asked, AuditRequest request, int status) {
        List<Object> all = new ArrayList<>(List.of(before, number, at, event.name(), asked, request.tokenId(), request.name(), request.role(), request.address(),
                request.request(), status));
        if (!request.organisation().isEmpty()) { // entries from before there were organisations keep their digests
            all.add(request.organisation());
        }
        return Digest.of(Json.write(all));
    }
}
