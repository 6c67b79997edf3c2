package org.caravan.service;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds faults of a file of statements that need no database: words that begin no statement, and quotes, comments and data without an end.
 * It follows psql: a semicolon ends a statement outside of quotes, dollar quotes, nested comments, parentheses and bodies from BEGIN
 * ATOMIC to END; lines of data follow {@code COPY … FROM stdin}; {@code SET standard_conforming_strings = off} makes backslashes escapes.
 * Commands of psql run beside a superuser without a password, so that only those pass that a copy of a database has.
 */
final class PostgresScan implements Statements.Scan {

    /** First words of statements that fill a database. */
    private static final Set<String> STATEMENTS = Set.of("ABORT", "ALTER", "ANALYZE", "BEGIN", "CALL", "CHECKPOINT", "CLOSE", "CLUSTER",
            "COMMENT", "COMMIT", "COPY", "CREATE", "DEALLOCATE", "DECLARE", "DELETE", "DISCARD", "DO", "DROP", "END", "EXECUTE", "EXPLAIN",
            "FETCH", "GRANT", "IMPORT", "INSERT", "LISTEN", "LOAD", "LOCK", "MERGE", "MOVE", "NOTIFY", "PREPARE", "REASSIGN", "REFRESH",
            "REINDEX", "RELEASE", "RESET", "REVOKE", "ROLLBACK", "SAVEPOINT", "SECURITY", "SELECT", "SET", "SHOW", "START", "TABLE",
            "TRUNCATE", "UNLISTEN", "UPDATE", "VACUUM", "VALUES", "WITH");
    private static final Pattern DOLLAR = Pattern.compile("\\$(?:[A-Za-z_\\x80-\\uffff][A-Za-z_0-9\\x80-\\uffff]*)?\\$");
    private static final Pattern PROGRAM = Pattern.compile("\\bprogram\\s*+'", Pattern.CASE_INSENSITIVE);
    private static final Pattern FROM_STDIN = Pattern.compile("\\bfrom\\s++p?stdin\\b", Pattern.CASE_INSENSITIVE);
    /** Lines that pg_dump writes since August 2025. */
    private static final Pattern RESTRICTION = Pattern.compile("\\\\(?:un)?restrict [A-Za-z0-9]++\\s*+");
    /** Owners that exist, in upper case. */
    private static final Set<String> OWNERS = Set.of("SERVICE", "CURRENT_USER", "CURRENT_ROLE", "SESSION_USER", "\"SERVICE\"");
    private static final String END_OF_DATA = "\\.";

    private final String file;
    private final Faults faults;
    private final QuoteSetting quotes = new QuoteSetting();

    private int number;
    /** Text that ends what is open: a quote, a dollar quote, {@code *}{@code /}, or the end of data; empty if nothing is open. */
    private String end = "";
    private boolean escapes;
    private int comments;
    private int openedAt;
    /** Whether a statement has begun in this line or before. */
    private boolean within;
    private int begunAt;
    private int column;
    /** Of the statement, outside of parentheses, in upper case: how many words, its first one, and the two before the next one. */
    private int words;
    private String first = "";
    private String last = "";
    private String before = "";
    private boolean routine;
    private boolean data;
    private int parentheses;
    private int bodies;
    private int statements;

    PostgresScan(String file, Faults faults) {
        this.file = file;
        this.faults = faults;
    }

    @Override
    public void line(String text) {
        number++;
        if (end.equals(END_OF_DATA)) {
            end = text.equals(END_OF_DATA) ? "" : end;
            return;
        }
        if (end.isEmpty() && !within && text.startsWith("\\")) {
            command(text);
            return;
        }
        int at = 0;
        while (at < text.length()) {
            at = end.isEmpty() ? outside(text, at) : inside(text, at);
        }
        if (data && !within && end.isEmpty()) {
            data = false;
            opened(END_OF_DATA);
        }
    }

    /** A command of psql, which takes the rest of its line. */
    private void command(String text) {
        if (text.startsWith("\\copy") && !PROGRAM.matcher(text).find()) {
            statements++;
            if (FROM_STDIN.matcher(text).find()) {
                opened(END_OF_DATA);
            }
        } else if (!text.equals(END_OF_DATA) && !RESTRICTION.matcher(text).matches()) {
            refuse(text, 0);
        }
    }

    private void refuse(String text, int at) {
        int to = at + 1;
        while (to < text.length() && text.charAt(to) > ' ') {
            to++;
        }
        String word = text.substring(at, to);
        if (word.equals("\\c") || word.equals("\\connect")) {
            otherDatabase(number, at + 1, text.substring(at).strip());
        } else {
            faults.error("sql-command", file, number, at + 1, word + " is a command of psql, not a statement.",
                    "remove it; \\copy FROM a file of the folder may begin a line.");
        }
    }

    private int inside(String text, int at) {
        if (comments > 0) {
            if (text.startsWith("/*", at)) {
                comments++;
                return at + 2;
            }
            if (text.startsWith("*/", at)) {
                comments--;
                end = comments == 0 ? "" : end;
                return at + 2;
            }
            return at + 1;
        }
        if (escapes && text.charAt(at) == '\\') {
            return at + 2;
        }
        if (text.startsWith(end, at)) {
            int after = at + end.length();
            end = ""; // a doubled quote opens again at once, which has the same effect
            // In E'it''s \' so', the second text has escapes as well.
            escapes = escapes && text.startsWith("'", after);
            return after;
        }
        return at + 1;
    }

    private int outside(String text, int at) {
        char one = text.charAt(at);
        if (one == ';') {
            escapes = false;
            if (parentheses == 0 && bodies == 0) {
                ended(text, at);
            }
            return at + 1;
        }
        if (one == '\\') {
            refuse(text, at);
            return text.length();
        }
        if (text.startsWith("--", at)) {
            return text.length();
        }
        if (text.startsWith("/*", at)) {
            comments = 1;
            opened("*/");
            return at + 2;
        }
        if (one == '\'' || one == '"') {
            begin(text, at, at);
            word(one == '"' && text.regionMatches(true, at, "\"service\"", 0, 9) ? "\"SERVICE\"" : String.valueOf(one));
            escapes = one == '\'' && (escapes || !quotes.plain() || at > 0 && "eE".indexOf(text.charAt(at - 1)) >= 0
                    && (at == 1 || !word(text.charAt(at - 2))));
            opened(String.valueOf(one));
            return at + 1;
        }
        Matcher dollar = DOLLAR.matcher(text).region(at, text.length());
        if (one == '$' && dollar.lookingAt()) {
            begin(text, at, at);
            escapes = false;
            opened(dollar.group());
            return dollar.end();
        }
        if (one <= ' ') {
            return at + 1;
        }
        int last = at;
        // A dollar within a name opens no quote.
        while (last < text.length() && (word(text.charAt(last)) || last > at && text.charAt(last) == '$')) {
            last++;
        }
        begin(text, at, last);
        if (last > at) {
            word(text.substring(at, last).toUpperCase(Locale.ROOT));
        } else if (one == '(') {
            parentheses++;
        } else if (one == ')') {
            parentheses = Math.max(0, parentheses - 1);
        }
        return Math.max(last, at + 1);
    }

    private void ended(String text, int at) {
        data = first.equals("COPY") && data;
        if (data && !text.substring(at + 1).isBlank()) {
            faults.error("sql-statement", file, number, at + 2, "COPY FROM stdin is not the end of its line.",
                    "begin a new line after the semicolon.");
        }
        within = false;
        quotes.ended(first, before, last);
    }

    /** Checks a word outside of parentheses, in upper case; a quote counts as one. */
    private void word(String word) {
        if (parentheses > 0) {
            return;
        }
        words++;
        first = words == 1 ? word : first;
        routine |= first.equals("CREATE") && Set.of("FUNCTION", "PROCEDURE").contains(word)
                && (words == 2 || words == 4 && last.equals("REPLACE"));
        if (routine && (word.equals("BEGIN") || bodies > 0 && word.equals("CASE"))) {
            bodies++;
        } else if (bodies > 0 && word.equals("END")) {
            bodies--;
        }
        data |= first.equals("COPY") && last.equals("FROM") && word.equals("STDIN");
        if (words == 2 && word.equals("DATABASE") && Set.of("CREATE", "DROP", "ALTER").contains(first)) {
            otherDatabase(begunAt, column, first + " DATABASE");
        } else if (first.equals("ALTER") && before.equals("OWNER") && last.equals("TO") && !OWNERS.contains(word)) {
            faults.error("sql-owner", file, begunAt, column, "OWNER TO names a role that the service does not have.",
                    "write the file without owners: pg_dump --no-owner --no-privileges DATABASE > dump.sql");
        } else if (words == 2 && first.equals("SET") && word.equals("TRANSACTION_TIMEOUT")) {
            faults.error("sql-too-new", file, begunAt, column, "transaction_timeout is a setting of PostgreSQL 17; the engine is "
                    + "PostgreSQL 15.", "remove the line, or write the file by pg_dump of version 16 or earlier.");
        }
        before = last;
        last = word;
    }

    private static boolean word(char one) {
        return Character.isLetterOrDigit(one) || one == '_';
    }

    private void opened(String by) {
        end = by;
        openedAt = number;
    }

    /** Checks the first word of a statement; a parenthesis begins a query. */
    private void begin(String text, int at, int last) {
        if (within) {
            return;
        }
        within = true;
        begunAt = number;
        column = at + 1;
        words = 0;
        first = "";
        this.last = "";
        before = "";
        routine = false;
        data = false;
        bodies = 0;
        statements++;
        quotes.begins(text, at);
        String word = text.substring(at, last);
        if (!STATEMENTS.contains(word.toUpperCase(Locale.ROOT)) && text.charAt(at) != '(') {
            String shown = text.substring(at, Math.min(text.length(), Math.max(last, at + 1)));
            faults.error("sql-statement", file, number, at + 1, "(" + shown + ") begins no statement of SQL.",
                    "check the word, and the semicolon at the end of the statement before it.");
        }
    }

    private void otherDatabase(int line, int column, String word) {
        faults.error("sql-other-database", file, line, column, word + " is for another database than that of the service.",
                "write the file for one database, without its name: pg_dump --no-owner --no-privileges DATABASE > dump.sql");
    }

    @Override
    public void end() {
        if (end.equals(END_OF_DATA)) {
            faults.error("sql-unclosed", file, openedAt, 1, "The data of COPY begin here and have no end.", "end them by a line of \\.");
        } else if (!end.isEmpty()) {
            faults.error("sql-unclosed", file, openedAt, 1, comments > 0 ? "A comment begins here and has no end."
                    : "A text in " + end + " begins here and has no end.",
                    comments > 0 ? "close it by */; comments nest." : "close the quote; a quote within a text is doubled.");
        } else if (within && (parentheses > 0 || bodies > 0)) {
            faults.error("sql-unclosed", file, begunAt, column, parentheses > 0 ? "A parenthesis of this statement has no end."
                    : "BEGIN of this statement has no END.", "close it before the semicolon.");
        } else if (statements == 0) {
            faults.error("no-entry-point", file + " has no statement.", "check that it is the whole file.");
        }
    }
}
