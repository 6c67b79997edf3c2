package org.caravan.service;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Finds faults of a Python file that need no interpreter: strings and brackets without an end, indentation, and headers of blocks without
 * a colon. It follows the lexical analysis of Python 3.11, and reports no valid file. The interpreter in the copy finds all others.
 */
final class PythonScan implements Statements.Scan {

    /**
     * Part of the code up to the end of a statement, without strings and comments.
     *
     * @param code at most 500 characters of it, because regular expressions that repeat groups need stack for each repetition
     * @param whole whether this is all of it
     */
    record Statement(int line, int indent, String code, boolean whole) {}

    /** First words of statements that have a block. As the first word of a statement, they have no other meaning. */
    private static final Set<String> HEADERS = Set.of("def", "class", "if", "elif", "else", "for", "while", "with", "try", "except",
            "finally", "async");
    private static final String CODE = "python-syntax";
    private static final String NEVER = "$?`";
    /** What separates names. */
    static final Pattern NO_NAME = Pattern.compile("[^\\p{L}\\p{M}\\p{N}_]+");
    private static final int TAB = 8;
    private static final int LONGEST_CODE = 500;
    /** Limits of Python 3.11. */
    private static final int DEEPEST_BRACKETS = 200;
    private static final int DEEPEST_INDENTS = 100;

    private record Bracket(char opened, int line, int column) {}

    private final String file;
    private final Faults faults;
    private final Consumer<Statement> statements;
    private final Deque<Integer> indents = new ArrayDeque<>(List.of(0));
    private final Deque<Bracket> brackets = new ArrayDeque<>();
    private final StringBuilder code = new StringBuilder();

    private int number;
    /** End of the string that is open, one or three quotes; empty outside of strings. */
    private String quote = "";
    private int quoteLine;
    private int quoteColumn;
    private int statementLine;
    private int indent;
    /** Whether a colon outside of brackets was in the statement. */
    private boolean colon;
    private boolean continued;
    /** Line of the header whose block has to follow, or 0. */
    private int header;
    /** Only the first fault is reported: the others are mostly its consequences. */
    private boolean faulty;

    /** @param statements gets each statement that has no fault */
    PythonScan(String file, Faults faults, Consumer<Statement> statements) {
        this.file = file;
        this.faults = faults;
        this.statements = statements;
    }

    @Override
    public void line(String text) {
        number++;
        if (faulty) {
            return;
        }
        boolean inside = !quote.isEmpty() || !brackets.isEmpty() || continued;
        int at = inside ? 0 : start(text);
        continued = false;
        while (at < text.length() && !faulty) {
            at = quote.isEmpty() ? outside(text, at) : string(text, at);
        }
        if (quote.length() == 1 && !faulty && !text.endsWith("\\")) {
            fault(quoteLine, quoteColumn, "A string in " + quote + " has no end in its line.", "close it, or use three quotes.");
        }
        code.append(' ');
        if (quote.isEmpty() && brackets.isEmpty() && !continued && !faulty) {
            statement();
        }
    }

    @Override
    public void end() {
        if (faulty) {
            return;
        }
        if (!quote.isEmpty()) {
            fault(quoteLine, quoteColumn, "A string in " + quote + " has no end.", "close it.");
        } else if (!brackets.isEmpty()) {
            Bracket open = brackets.peek();
            fault(open.line(), open.column(), "The bracket " + open.opened() + " is never closed.", "close it.");
        } else if (header > 0) {
            fault(header, 1, "A block has to follow this line.", "indent the lines of the block, or write pass.");
        }
    }

    /** @return index of the first character of the code, or the length of a line without code */
    private int start(String text) {
        int at = number == 1 && text.startsWith("\uFEFF") ? 1 : 0;
        int width = 0;
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t' || text.charAt(at) == '\f')) {
            width = text.charAt(at) == '\t' ? (width / TAB + 1) * TAB : text.charAt(at) == '\f' ? 0 : width + 1;
            at++;
        }
        if (at == text.length() || text.charAt(at) == '#') {
            return text.length();
        }
        statementLine = number;
        indent = width;
        if (header > 0) {
            if (width <= indents.peek()) {
                fault(number, at + 1, "The block of line " + header + " has to be indented.", "indent this line, or write pass above it.");
            }
            indents.push(width);
            if (indents.size() > DEEPEST_INDENTS) {
                fault(number, at + 1, "The block is nested more than " + (DEEPEST_INDENTS - 1) + " levels deep.", "write functions.");
            }
        } else if (width > indents.peek()) {
            fault(number, at + 1, "The line is indented more than its block.", "align it with the line above.");
        }
        while (width < indents.peek()) {
            indents.pop();
        }
        if (width != indents.peek()) {
            fault(number, at + 1, "The indentation matches no block above.", "align the line with the block that it belongs to.");
        }
        header = 0;
        return at;
    }

    private int outside(String text, int at) {
        char one = text.charAt(at);
        if (one == '#') {
            return text.length();
        }
        if (one == '\\') {
            continued = at == text.length() - 1;
            if (!continued) {
                fault(number, at + 1, "A character follows \\, which continues the statement in the next line.", "remove what follows it.");
            }
            return at + 1;
        }
        if (one == '"' || one == '\'') {
            String three = String.valueOf(one).repeat(3);
            quote = text.startsWith(three, at) ? three : String.valueOf(one);
            quoteLine = number;
            quoteColumn = at + 1;
            code.append('"');
            return at + quote.length();
        }
        if (NEVER.indexOf(one) >= 0) {
            fault(number, at + 1, "The character " + one + " has no meaning in Python.", "remove it.");
        } else if ("([{".indexOf(one) >= 0) {
            brackets.push(new Bracket(one, number, at + 1));
            if (brackets.size() > DEEPEST_BRACKETS) {
                fault(number, at + 1, "More than " + DEEPEST_BRACKETS + " brackets are open.", "assign inner parts to variables.");
            }
        } else if (")]}".indexOf(one) >= 0) {
            closed(one, at);
        } else if (one == ':' && brackets.isEmpty() && !text.startsWith(":=", at)) {
            colon = true;
        }
        code.append(one);
        return at + 1;
    }

    private void closed(char one, int at) {
        Bracket open = brackets.poll();
        if (open == null) {
            fault(number, at + 1, "The bracket " + one + " closes none.", "remove it, or open it before.");
        } else if ("([{".indexOf(open.opened()) != ")]}".indexOf(one)) {
            fault(number, at + 1, "The bracket " + one + " does not match " + open.opened() + " in line " + open.line() + ", column "
                    + open.column() + ".", "close " + open.opened() + " first.");
        }
    }

    private int string(String text, int at) {
        if (text.charAt(at) == '\\') {
            return at + 2;
        }
        if (text.startsWith(quote, at)) {
            int length = quote.length();
            quote = "";
            return at + length;
        }
        return at + 1;
    }

    private void statement() {
        String text = code.toString().strip();
        code.setLength(0);
        if (text.isEmpty()) {
            return;
        }
        String word = NO_NAME.split(text, 2)[0];
        if (HEADERS.contains(word) && !colon) {
            fault(statementLine, indent + 1, "A colon is missing at the end of the line that begins with " + word + ".", "write it.");
            return;
        }
        if (colon && text.endsWith(":")) {
            header = statementLine;
        }
        colon = false;
        boolean whole = text.length() <= LONGEST_CODE;
        statements.accept(new Statement(statementLine, indent, whole ? text : text.substring(0, LONGEST_CODE), whole));
    }

    private void fault(int line, int column, String message, String suggestion) {
        if (!faulty) {
            faults.error(CODE, file, line, column, message, suggestion);
        }
        faulty = true;
    }
}
