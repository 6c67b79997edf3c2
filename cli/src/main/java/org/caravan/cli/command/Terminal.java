package org.caravan.cli.command;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.caravan.cli.output.OpenFile;
import org.caravan.cli.output.TextStream;
import org.caravan.client.Answer;
import org.caravan.client.Display;
import tools.jackson.databind.JsonNode;

/** Terminal output; uses colours and overwritten lines only on an interactive terminal. */
public final class Terminal implements Display {

    private static final int BAR_WIDTH = 30;
    private static final String PLAIN = "\033[0m";

    /** Timestamp (RFC 3339) with fractional seconds. */
    private static final Pattern FINE_MOMENT =
            Pattern.compile("\\b(\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d)\\.\\d{1,9}(?=Z| UTC|[+-]\\d\\d:\\d\\d)");

    private final TextStream out;
    private final boolean moving;

    public Terminal() {
        this(TextStream.output(), System.console() != null && System.getenv("NO_COLOR") == null && !"dumb".equals(System.getenv("TERM")));
    }

    /** @param moving whether to use colours and overwritten lines */
    Terminal(TextStream out, boolean moving) {
        this.out = out;
        this.moving = moving;
    }

    /** The time without fractional seconds; empty if it is null. */
    public static String second(Instant moment) {
        return moment == null ? "" : moment.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Removes the fractional seconds of a timestamp. */
    public static String second(String moment) {
        return moment.replaceFirst("\\.\\d+Z$", "Z");
    }

    /** Prints text for users; removes fractional seconds from timestamps. */
    @Override
    public void line(String text) {
        clearBar();
        out.println(FINE_MOMENT.matcher(text).replaceAll("$1"));
    }

    /** Prints the document of the answer with all of its fields. */
    public void document(Answer<?> answer) {
        document(answer.document());
    }

    /** Prints a document for programs, unchanged. */
    public void document(JsonNode document) {
        clearBar();
        out.println(document.toPrettyString());
    }

    @Override
    public boolean isScreen() {
        return OpenFile.mayBeTerminal(OpenFile.OUTPUT);
    }

    /** Colours lines by their first character: + green, - red, ± yellow. */
    @Override
    public void diff(String text) {
        text.lines().forEach(line -> {
            String colour = moving ? colour(line) : "";
            if (colour.isEmpty()) {
                line(line);
            } else {
                clearBar();
                out.control(colour);
                out.print(line);
                out.control(PLAIN + "\n");
            }
        });
    }

    /** Prints a line with colours; the caller has escaped all untrusted text in it. */
    public void styled(String line) {
        clearBar();
        out.control(line + "\n");
    }

    /**
     * Prints a line of requested content.
     *
     * @param raw whether to print control characters unchanged on a terminal
     */
    public void content(String line, boolean raw) {
        clearBar();
        if (raw) {
            out.raw(line + "\n");
        } else {
            out.content(line + "\n");
        }
    }

    /** Overwrites the current line on a terminal; ignored elsewhere. */
    @Override
    public void bar(int done, int total, String what, OptionalDouble secondsLeft) {
        if (!moving || total == 0) {
            return;
        }
        int filled = BAR_WIDTH * done / total;
        clearBar();
        out.print(String.format(Locale.ROOT, "[%s%s] %d/%d %s%s", "#".repeat(filled), ".".repeat(BAR_WIDTH - filled),
                done, total, what, secondsLeft.isPresent() ? ", about " + timeLeft(secondsLeft.getAsDouble()) + " left" : ""));
        out.flush();
    }

    @Override
    public void now(String text) {
        if (moving) {
            clearBar();
            out.print(text);
            out.flush();
        }
    }

    /** Rounded to seconds below 100 s, otherwise to minutes: {@code 8 s}, {@code 3 min}. */
    public static String timeLeft(double seconds) {
        long whole = Math.max(1, Math.round(seconds));
        return whole < 100 ? whole + " s" : Math.round(seconds / 60) + " min";
    }

    /** Whether colours are used. */
    public boolean coloured() {
        return moving;
    }

    public boolean interactive() {
        return System.console() != null;
    }

    private void clearBar() {
        if (moving) {
            out.control("\r\033[K");
        }
    }

    private static String colour(String line) {
        String text = line.stripLeading();
        return text.startsWith("+") ? "\033[32m" : text.startsWith("-") ? "\033[31m" : text.startsWith("±") ? "\033[33m" : "";
    }
}
