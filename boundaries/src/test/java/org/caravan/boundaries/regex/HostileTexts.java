package org.caravan.boundaries.regex;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Long texts that make a backtracking matcher repeat work: a beginning that a pattern takes, one of its repetitions taken very often, and
 * an end that it does not take. They are drawn from the syntax tree of the pattern, by chance with a fixed seed.
 */
final class HostileTexts {

    private static final String ALPHABET = IntStream.concat(IntStream.rangeClosed(0x20, 0x7e),
            IntStream.of('\t', '\n', '\r', 0, 0x1b, 0xe4, 0x4e2d, 0x202e))
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
    private static final List<String> ENDS = List.of("", "\u0001", "!", "\n", " x", "\n\u0001");
    private static final int MOST_SHARED = 6;

    private final Random random = new Random(20260101);
    private final Node whole;
    private final List<Repeat> repeats = new ArrayList<>();
    private Repeat pumped;
    private int times;

    private sealed interface Node {}

    /** @param characters of the alphabet that it takes */
    private record Atom(String characters) implements Node {}

    private record Seq(List<Node> parts) implements Node {}

    private record Alt(List<Node> branches) implements Node {}

    private record Repeat(Node part, int least) implements Node {}

    HostileTexts(String regex, int flags) {
        this.whole = new Parser(regex, flags).alternatives();
    }

    /** @return texts by length, each of about that length; the same for equal patterns; none of a pattern without repetitions */
    List<IntFunction<String>> drawn(int count) {
        return drawn(repeats, count);
    }

    /** @return those that take a repetition of more than a character very often, for which a matcher may call itself */
    List<IntFunction<String>> nested(int count) {
        return drawn(repeats.stream().filter(repeat -> !(repeat.part() instanceof Atom)).toList(), count);
    }

    private List<IntFunction<String>> drawn(List<Repeat> some, int count) {
        return IntStream.range(0, some.isEmpty() ? 0 : count).<IntFunction<String>>mapToObj(each -> {
            long seed = random.nextLong();
            return length -> text(some, seed, length);
        }).toList();
    }

    private String text(List<Repeat> some, long seed, int length) {
        Random draws = new Random(seed);
        pumped = some.get(draws.nextInt(some.size()));
        times = length;
        StringBuilder text = new StringBuilder();
        boolean alone = draws.nextInt(4) == 0;
        if (!append(alone ? pumped : whole, draws, text)) {
            append(pumped, draws, text);
        }
        return text.append(ENDS.get(draws.nextInt(ENDS.size()))).toString();
    }

    /** @return whether the pumped repetition was reached, after which nothing follows */
    private boolean append(Node node, Random draws, StringBuilder text) {
        if (node instanceof Atom atom) {
            if (!atom.characters().isEmpty()) {
                text.append(atom.characters().charAt(draws.nextInt(atom.characters().length())));
            }
            return false;
        }
        if (node instanceof Seq seq) {
            return seq.parts().stream().anyMatch(part -> append(part, draws, text));
        }
        if (node instanceof Alt alt) {
            return append(alt.branches().get(draws.nextInt(alt.branches().size())), draws, text);
        }
        Repeat repeat = (Repeat) node;
        if (repeat == pumped) {
            pumped = null;
            StringBuilder word = new StringBuilder();
            append(repeat.part(), draws, word);
            text.append((word.isEmpty() ? "x" : word).toString().repeat(Math.max(1, times / Math.max(1, word.length()))));
            return true;
        }
        int count = Math.max(repeat.least(), draws.nextInt(3));
        return IntStream.range(0, Math.min(count, 40)).anyMatch(each -> append(repeat.part(), draws, text));
    }

    /**
     * Of the syntax of java.util.regex.Pattern as far as the project uses it; what it does not know is an error, so that no pattern is
     * passed over.
     */
    private final class Parser {

        private final String regex;
        private int flags;
        private int at;

        Parser(String regex, int flags) {
            this.regex = regex;
            this.flags = flags;
        }

        private boolean more() {
            return at < regex.length();
        }

        private boolean skip(String word) {
            boolean found = regex.startsWith(word, at);
            at += found ? word.length() : 0;
            return found;
        }

        Node alternatives() {
            List<Node> branches = new ArrayList<>();
            do {
                branches.add(sequence());
            } while (skip("|"));
            return branches.size() == 1 ? branches.get(0) : new Alt(branches);
        }

        private Node sequence() {
            List<Node> parts = new ArrayList<>();
            while (more() && regex.charAt(at) != '|' && regex.charAt(at) != ')') {
                parts.add(quantified(part()));
            }
            return new Seq(parts);
        }

        private Node quantified(Node part) {
            int least;
            if (skip("*") || skip("?")) {
                least = 0;
            } else if (skip("+")) {
                least = 1;
            } else if (more() && regex.charAt(at) == '{') {
                int end = regex.indexOf('}', at);
                least = Integer.parseInt(regex.substring(at + 1, end).split(",")[0]);
                at = end + 1;
            } else {
                return part;
            }
            if (!skip("?")) {
                skip("+");
            }
            Repeat repeat = new Repeat(part, least);
            repeats.add(repeat);
            return repeat;
        }

        private Node part() {
            if (skip("(")) {
                boolean negative = skip("?!") || skip("?<!");
                int outer = flags;
                if (!negative && !skip("?:") && !skip("?=") && !skip("?<=") && !skip("?>") && skip("?")) {
                    if (skip("<")) {
                        at = regex.indexOf('>', at) + 1;
                    } else if (setsFlags()) {
                        return new Atom("");
                    }
                }
                Node inner = alternatives();
                flags = outer;
                if (!skip(")")) {
                    throw new IllegalArgumentException("no end of a group at " + at + " of " + regex);
                }
                return negative ? new Atom("") : inner;
            }
            int start = at;
            if (skip("[")) {
                for (int depth = 1; depth > 0; at++) {
                    char c = regex.charAt(at);
                    at += c == '\\' ? 1 : 0;
                    depth += c == '[' ? 1 : c == ']' && at > start + 1 ? -1 : 0;
                }
            } else if (skip("\\Q")) {
                at = regex.indexOf("\\E", at) + 2;
                return new Seq(regex.substring(start + 2, at - 2).chars().<Node>mapToObj(c -> new Atom(Character.toString(c))).toList());
            } else if (skip("\\")) {
                int kind = regex.charAt(at++);
                if ("bBAGzZ".indexOf(kind) >= 0) {
                    return new Atom("");
                }
                at = kind == 'p' || kind == 'P' ? regex.charAt(at) == '{' ? regex.indexOf('}', at) + 1 : at + 1
                        : kind == 'x' ? regex.charAt(at) == '{' ? regex.indexOf('}', at) + 1 : at + 2 : kind == 'u' ? at + 4 : at;
            } else if (skip("^") || skip("$")) {
                return new Atom("");
            } else {
                at += Character.charCount(regex.codePointAt(at));
            }
            return atom(regex.substring(start, at));
        }

        /** @return whether they are for what follows, not for a group */
        private boolean setsFlags() {
            for (; regex.charAt(at) != ')' && regex.charAt(at) != ':'; at++) {
                flags |= Map.of('i', Pattern.CASE_INSENSITIVE, 's', Pattern.DOTALL, 'm', Pattern.MULTILINE, 'u', Pattern.UNICODE_CASE)
                        .get(regex.charAt(at));
            }
            return regex.charAt(at++) == ')';
        }

        /** Few characters of each kind, among them those that are also taken elsewhere: what overlaps is what is tried twice. */
        private Node atom(String text) {
            Pattern one = Pattern.compile(text, flags);
            StringBuilder all = new StringBuilder();
            ALPHABET.chars().filter(c -> one.matcher(Character.toString(c)).matches()).forEach(c -> all.append((char) c));
            if (all.length() <= MOST_SHARED) {
                return new Atom(all.toString());
            }
            StringBuilder some = new StringBuilder();
            (regex + "a0./-: ;A_\"\t%@\n\\").chars().distinct().filter(c -> all.indexOf(Character.toString(c)) >= 0).limit(MOST_SHARED)
                    .forEach(c -> some.append((char) c));
            return new Atom(some.isEmpty() ? all.substring(0, 2) : some.toString());
        }
    }
}
