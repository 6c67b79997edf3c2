package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Location;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Follows each proposal of each rule, as a user does: the text that a rule rejects is changed as its line {@code Maybe …} says, and
 * the same problem must be gone, without a syntax error in its place.
 */
class ProposalTest {

    private static final Pattern USE =
            Pattern.compile("^(?:use|leave out) (?:one of )?\\[?([^\\[\\].]+(?:\\.[0-9]+)?(?:, [^\\[\\].]+(?:\\.[0-9]+)?)*)]?\\.?$");
    private static final Pattern WRITE =
            Pattern.compile("^(?:write|name it|rename it to|shorten it to) (\"[^\"]*\"|[^;\":,]+?)(?:[.;,:](?: .*)?)?$");
    private static final Pattern ADD = Pattern.compile("^(?:Maybe )?add: (.+?)(?:, with the address .*)?$");
    private static final Pattern NUMBER = Pattern.compile("^(?:use a number from|use at most) (-?[0-9.]+) .*$");
    private static final Pattern LIKE = Pattern.compile("^write it like (\"[^\"]*\")(?!.*gateway).*$");
    private static final Pattern RANGE = Pattern.compile("(replicas|cpu|memory) +[0-9.]+( ?[KMGT]iB)?(\\.\\.[0-9.]+( [KMGT]iB)?)?");

    record Rejected(String base, RuleTest.Case rule) {
        String text() {
            return base.replaceFirst(Pattern.quote(rule.accepted()), Matcher.quoteReplacement(rule.rejected()));
        }

        @Override
        public String toString() {
            return rule.toString();
        }
    }

    static Stream<Rejected> rejected() {
        return Stream.of(RuleTest.APPLICATION.stream().map(rule -> new Rejected(Texts.SOCK_SHOP, rule)),
                RuleTest.INFRASTRUCTURE.stream().map(rule -> new Rejected(Texts.NORNET, rule)),
                RuleTest.RENTED.stream().map(rule -> new Rejected(Texts.RENTED, rule))).flatMap(all -> all);
    }

    @ParameterizedTest
    @MethodSource("rejected")
    void followingTheProposalSolvesTheProblem(Rejected rejected) {
        Diagnostic found = Texts.parse(rejected.text()).diagnostics().get(0);
        for (String followed : followed(rejected.text(), found)) {
            List<Diagnostic> left = Texts.parse(followed).diagnostics();
            assertThat(left).as("%s%nfollowed:%n%s", found.text(), line(followed, found))
                    .noneMatch(one -> one.code().equals("syntax") || one.message().equals(found.message()));
        }
    }

    /** So that the walk above cannot become empty. */
    @Test
    void mostProposalsCanBeFollowed() {
        List<String> prose = new ArrayList<>();
        long followed = rejected().filter(one -> {
            Diagnostic found = Texts.parse(one.text()).diagnostics().get(0);
            boolean can = !followed(one.text(), found).isEmpty();
            if (!can) {
                prose.add(found.suggestion().orElse("(none)"));
            }
            return can;
        }).count();
        assertThat(followed).as(String.join("\n", prose)).isGreaterThan(75);
    }

    @ParameterizedTest
    @MethodSource("rejected")
    void proposalsHaveAStableOrder(Rejected rejected) {
        assertThat(Texts.texts(Texts.parse(rejected.text()).diagnostics()))
                .isEqualTo(Texts.texts(Texts.parse(rejected.text()).diagnostics()));
    }

    /** The texts that a user may write who follows the proposal; none where it needs a person's judgement. */
    private static List<String> followed(String text, Diagnostic found) {
        Location at = found.location().orElseThrow();
        int start = offset(text, at);
        String advice = found.suggestion().orElse("");
        Matcher add = ADD.matcher(advice);
        if (add.matches()) {
            return inserted(text, start, add.group(1)).map(List::of).orElse(List.of());
        }
        Matcher number = NUMBER.matcher(advice);
        Matcher like = LIKE.matcher(advice);
        if (number.matches() || like.matches() || advice.equals("use a number above 0.")) {
            String word = number.matches() ? number.group(1) : like.matches() ? like.group(1) : "1";
            return List.of(text.substring(0, start) + word + text.substring(start + at.length()));
        }
        Matcher write = WRITE.matcher(advice);
        if (write.matches() && RANGE.matcher(write.group(1)).matches()) {
            Matcher written = RANGE.matcher(text);
            int from = text.lastIndexOf(write.group(1).replaceFirst(" .*", " "), start);
            return written.find(from) ? List.of(text.substring(0, from) + write.group(1) + text.substring(written.end())) : List.of();
        }
        Matcher use = USE.matcher(advice);
        List<String> words = write.matches() ? List.of(write.group(1)) : use.matches() ? List.of(use.group(1).split(", ")) : List.of();
        return words.stream().filter(word -> word.startsWith("\"") || !word.contains(" ")
                || word.matches("[0-9.]+ \\S+|cpu [0-9.]+|replicas [0-9.]+"))
                .map(word -> text.substring(0, start) + replacement(text.substring(start, start + at.length()), word)
                        + text.substring(start + at.length())).toList();
    }

    /** A text in quotes stays in quotes. */
    private static String replacement(String marked, String word) {
        return marked.startsWith("\"") && !word.startsWith("\"") ? "\"" + word + "\"" : word;
    }

    /** Into the braces that open after the place, at their end. */
    private static Optional<String> inserted(String text, int start, String property) {
        int depth = 0;
        for (int i = start; i < text.length(); i++) {
            if (text.charAt(i) == '{') {
                depth++;
            } else if (text.charAt(i) == '}' && --depth == 0) {
                return Optional.of(text.substring(0, i) + " " + property + " " + text.substring(i));
            } else if (depth < 0) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static int offset(String text, Location at) {
        int offset = 0;
        for (int line = 1; line < at.line(); line++) {
            offset = text.indexOf('\n', offset) + 1;
        }
        return offset + at.column() - 1;
    }

    private static String line(String text, Diagnostic found) {
        return text.lines().skip(found.location().orElseThrow().line() - 1L).findFirst().orElse("");
    }
}
