package org.caravan.cli;

import java.io.PrintStream;
import java.util.Locale;
import java.util.OptionalDouble;
import org.caravan.client.Display;

/** Where text goes; colours and moving lines only where a person looks. */
final class Terminal implements Display {

    private static final int BAR_WIDTH = 30;

    private final PrintStream out;
    private final boolean moving;

    Terminal(PrintStream out) {
        this.out = out;
        this.moving = System.console() != null && System.getenv("NO_COLOR") == null && !"dumb".equals(System.getenv("TERM"));
    }

    /** A moment as people read it, to the second. */
    static String second(String moment) {
        return moment.replaceFirst("\\.\\d+Z$", "Z");
    }

    @Override
    public void line(String text) {
        clearBar();
        out.println(text);
    }

    /** A coloured first character for diffs: + green, - red, ± yellow. */
    @Override
    public void diff(String text) {
        text.lines().forEach(line -> line(moving ? coloured(line) : line));
    }

    /** Drawn in place on a terminal, left out elsewhere. */
    @Override
    public void bar(int done, int total, String what, OptionalDouble secondsLeft) {
        if (!moving || total == 0) {
            return;
        }
        int filled = BAR_WIDTH * done / total;
        out.print(String.format(Locale.ROOT, "\r\033[K[%s%s] %d/%d %s%s", "#".repeat(filled), ".".repeat(BAR_WIDTH - filled),
                done, total, what, secondsLeft.isPresent() ? ", about " + timeLeft(secondsLeft.getAsDouble()) + " left" : ""));
        out.flush();
    }

    @Override
    public void now(String text) {
        if (moving) {
            out.print("\r\033[K" + text);
            out.flush();
        }
    }

    /** Rounded as coarsely as it is known: {@code 8 s}, {@code 3 min}. */
    static String timeLeft(double seconds) {
        long whole = Math.max(1, Math.round(seconds));
        return whole < 100 ? whole + " s" : Math.round(seconds / 60) + " min";
    }

    /** Whether colours are seen by a person. */
    boolean coloured() {
        return moving;
    }

    boolean interactive() {
        return System.console() != null;
    }

    private void clearBar() {
        if (moving) {
            out.print("\r\033[K");
        }
    }

    private static String coloured(String line) {
        String text = line.stripLeading();
        String colour = text.startsWith("+") ? "\033[32m" : text.startsWith("-") ? "\033[31m" : text.startsWith("±") ? "\033[33m" : "";
        return colour.isEmpty() ? line : colour + line + "\033[0m";
    }
}
