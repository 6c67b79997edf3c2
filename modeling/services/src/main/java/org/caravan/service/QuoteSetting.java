package org.caravan.service;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Follows {@code standard_conforming_strings} of a file that psql runs statement by statement: {@code SET LOCAL} acts within a transaction
 * only, and ends with it; a rollback takes back what its transaction set. Savepoints are not followed.
 */
final class QuoteSetting {

    /** The setting's values for off, and any other value. */
    private static final Pattern CHANGE = Pattern.compile("(?:"
            + "set\\s++(?:(?:session|(?<local>local))\\s++)?standard_conforming_strings\\s*+(?:=|\\bto\\b)"
            + "\\s*+(?:'?(?<off>off?|f(?:a(?:l(?:se?)?)?)?|no?|0)\\b)?"
            + "|reset\\s++(?:all|standard_conforming_strings)\\b|discard\\s++all\\b)", Pattern.CASE_INSENSITIVE);
    private static final Set<String> BEGINS = Set.of("BEGIN", "START");
    private static final Set<String> COMMITS = Set.of("COMMIT", "END");
    private static final Set<String> ROLLBACKS = Set.of("ROLLBACK", "ABORT");
    /** Words before the last one by which a statement ends no transaction. */
    private static final Set<String> OTHER_ENDS = Set.of("TO", "SAVEPOINT", "PREPARED");

    /** Whether backslashes are no escapes; the default of PostgreSQL since version 9.1. */
    private boolean plain = true;
    private boolean transaction;
    /** Of the transaction: the values after its commit and after its rollback. */
    private boolean committed;
    private boolean rolledBack;

    boolean plain() {
        return plain;
    }

    /** A statement begins at this place of a line. */
    void begins(String text, int at) {
        Matcher change = CHANGE.matcher(text).region(at, text.length());
        if (!change.lookingAt()) {
            return;
        }
        boolean local = change.group("local") != null;
        if (!local || transaction) {
            plain = change.group("off") == null;
        }
        committed = local ? committed : plain;
    }

    /** A statement has ended. @param first its first word, as the others in upper case; for a statement of one word, the last one, too */
    void ended(String first, String beforeLast, String last) {
        boolean ends = (COMMITS.contains(first) || ROLLBACKS.contains(first)) && !OTHER_ENDS.contains(beforeLast);
        if (ends && transaction) {
            plain = COMMITS.contains(first) ? committed : rolledBack;
            transaction = last.equals("CHAIN") && beforeLast.equals("AND");
        } else if (BEGINS.contains(first) && !transaction) {
            transaction = true;
        } else {
            return;
        }
        committed = plain;
        rolledBack = plain;
    }
}
