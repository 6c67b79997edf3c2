package org.caravan.service;

import java.util.Locale;
import java.util.Set;
import org.caravan.text.TextRule;

/**
 * Finds faults of a file of statements that need no database: words that begin no statement, and quotes and comments without an end. It
 * follows the command line client of MariaDB, which separates statements by a delimiter outside of quotes and comments.
 */
final class SqlScan implements Statements.Scan {

    /** First words of statements that fill a database. */
    private static final Set<String> STATEMENTS = Set.of("ALTER", "ANALYZE", "BEGIN", "CALL", "CHECK", "COMMIT", "CREATE", "DELETE", "DO",
            "DROP", "EXECUTE", "FLUSH", "GRANT", "INSERT", "LOCK", "OPTIMIZE", "PREPARE", "RENAME", "REPAIR", "REPLACE", "REVOKE",
            "ROLLBACK", "SAVEPOINT", "SELECT", "SET", "SHOW", "START", "TRUNCATE", "UNLOCK", "UPDATE", "WITH", "DEALLOCATE",
            "DESCRIBE");
    private static final String DELIMITER = "DELIMITER";

    private final String file;
    private final Faults faults;

    private String delimiter = ";";
    private int number;
    /** Quote character, {@code *} in a comment, or 0. */
    private char open;
    private int openedAt;
    /** Whether a statement has begun in this line or before. */
    private boolean within;
    private int statements;

    SqlScan(String file, Faults faults) {
        this.file = file;
        this.faults = faults;
    }

    @Override
    public void line(String text) {
        number++;
        if (open == 0 && !within && text.strip().toUpperCase(Locale.ROOT).startsWith(DELIMITER + " ")) {
            delimiter = text.strip().substring(DELIMITER.length()).strip();
            return;
        }
        int at = 0;
        while (at < text.length()) {
            at = open != 0 ? inside(text, at) : outside(text, at);
        }
    }

    private int inside(String text, int at) {
        if (open == '*') {
            if (text.startsWith("*/", at)) {
                open = 0;
                return at + 2;
            }
            return at + 1;
        }
        char one = text.charAt(at);
        if (one == '\\' && open != '`') {
            return at + 2;
        }
        if (one == open) {
            open = 0; // a doubled quote opens again at once, which has the same effect
        }
        return at + 1;
    }

    private int outside(String text, int at) {
        char one = text.charAt(at);
        if (text.startsWith(delimiter, at)) {
            within = false;
            return at + delimiter.length();
        }
        if (one == '#' || text.startsWith("--", at) && (at + 2 == text.length() || text.charAt(at + 2) <= ' ')) {
            return text.length();
        }
        if (text.startsWith("/*", at)) {
            // Dumps put statements of newer versions into comments: /*!40101 SET … */.
            statements += text.startsWith("/*!", at) || text.startsWith("/*M!", at) ? 1 : 0;
            opened('*');
            return at + 2;
        }
        if (one == '\'' || one == '"' || one == '`') {
            begin(text, at, at);
            opened(one);
            return at + 1;
        }
        if (one <= ' ') {
            return at + 1;
        }
        int end = at;
        while (end < text.length() && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
            end++;
        }
        begin(text, at, end);
        return Math.max(end, at + 1);
    }

    private void opened(char quote) {
        open = quote;
        openedAt = number;
    }

    /** Checks the first word of a statement; a parenthesis begins a query. */
    private void begin(String text, int at, int end) {
        if (within) {
            return;
        }
        within = true;
        statements++;
        String word = text.substring(at, end);
        if (word.equalsIgnoreCase("USE")) {
            faults.error("sql-other-database", file, number, at + 1, "USE selects another database than that of the service.",
                    "write the file for one database, without its name: mariadb-dump DATABASE > dump.sql");
        } else if (!STATEMENTS.contains(word.toUpperCase(Locale.ROOT)) && text.charAt(at) != '(') {
            String shown = TextRule.excerpt(text.substring(at, Math.min(text.length(), Math.max(end, at + 1))));
            faults.error("sql-statement", file, number, at + 1, "(" + shown + ") begins no statement of SQL.",
                    "check the word, and the " + delimiter + " at the end of the statement before it.");
        }
    }

    @Override
    public void end() {
        if (open != 0) {
            faults.error("sql-unclosed", file, openedAt, 1,
                    open == '*' ? "A comment begins here and has no end." : "A text in " + open + " begins here and has no end.",
                    open == '*' ? "close it by */." : "close the quote; a quote within a text is doubled.");
        } else if (statements == 0) {
            faults.error("no-entry-point", file + " has no statement.", "check that it is the whole file.");
        }
    }
}
