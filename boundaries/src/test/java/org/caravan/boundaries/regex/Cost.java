package org.caravan.boundaries.regex;

import java.util.Optional;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a pattern costs at a long text, in characters that the matcher reads and in stack: the same on every machine. */
final class Cost {

    private static final int SHORT = 400;
    private static final int LONG = 4 * SHORT;
    private static final int DEEP = 20_000;
    private static final int DRAWS = 30;
    private static final int DEEP_DRAWS = 8;
    /** Four times the text may take four times the reads; sixteen times is what a quadratic pattern takes. */
    private static final int MOST_GROWTH = 8;
    private static final long LEAST_READS = 20L * LONG;
    private static final long MOST_READS = 3_000_000;
    private static final long STACK_BYTES = 512 << 10;

    private Cost() {}

    private static final class TooManyReads extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooManyReads() {
            super("", null, false, false);
        }
    }

    private static final class Counted implements CharSequence {
        private final String text;
        private long reads;

        Counted(String text) {
            this.text = text;
        }

        @Override
        public char charAt(int index) {
            if (++reads > MOST_READS) {
                throw new TooManyReads();
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** @return what is wrong with the pattern; empty if it reads every text in linear time and constant stack, as far as this tries */
    static Optional<String> fault(Regex regex) {
        HostileTexts texts = new HostileTexts(regex.text(), regex.flags());
        return Stream.concat(texts.drawn(DRAWS).stream().flatMap(each -> slow(regex, each).stream()),
                texts.nested(DEEP_DRAWS).stream().flatMap(each -> deep(regex, each).stream())).findFirst();
    }

    private static Optional<String> slow(Regex regex, IntFunction<String> text) {
        long few = reads(regex, text.apply(SHORT));
        long many = reads(regex, text.apply(LONG));
        if (many > LEAST_READS && many > MOST_GROWTH * few || few >= MOST_READS) {
            return Optional.of("reads " + few + " characters of " + SHORT + ", " + many + " of " + LONG + ": " + shown(text.apply(LONG)));
        }
        return Optional.empty();
    }

    private static Optional<String> deep(Regex regex, IntFunction<String> text) {
        String deep = text.apply(DEEP);
        return overflows(regex, deep) ? Optional.of("needs stack by the length of " + shown(deep)) : Optional.empty();
    }

    private static String shown(String text) {
        String printable = text.codePoints().collect(StringBuilder::new,
                (all, c) -> all.append(c < 0x20 || c > 0x7e ? "\\u%04x".formatted(c) : Character.toString(c)), StringBuilder::append)
                .toString();
        return printable.length() < 60 ? printable : printable.substring(0, 30) + "…" + printable.substring(printable.length() - 12);
    }

    private static long reads(Regex regex, String text) {
        Counted counted = new Counted(text);
        try {
            run(regex, counted);
        } catch (TooManyReads stopped) {
            return MOST_READS;
        } catch (StackOverflowError deep) {
            return MOST_READS;
        }
        return counted.reads;
    }

    private static int run(Regex regex, CharSequence text) {
        int found = 0;
        Pattern pattern = Pattern.compile(regex.text(), regex.flags());
        if (regex.whole()) {
            found = pattern.matcher(text).matches() ? 1 : 0;
        } else {
            Matcher matcher = pattern.matcher(text);
            while (matcher.find()) {
                found++;
            }
        }
        return found;
    }

    private static boolean overflows(Regex regex, String text) {
        boolean[] deep = new boolean[1];
        Thread thread = new Thread(null, () -> {
            try {
                run(regex, new Counted(text));
            } catch (StackOverflowError overflow) {
                deep[0] = true;
            } catch (TooManyReads stopped) {
                // counted elsewhere
            }
        }, "small stack", STACK_BYTES);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return deep[0];
    }
}
