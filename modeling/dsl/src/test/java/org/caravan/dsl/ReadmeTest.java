package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the README shows is accepted, and it lists the rules that there are. */
class ReadmeTest {

    private final String readme = read(Path.of("README.md"));

    @Test
    void everyExampleIsAccepted() {
        List<String> examples = Pattern.compile("```caravan\n(.*?)```", Pattern.DOTALL)
                .matcher(readme)
                .results()
                .map(found -> found.group(1))
                .toList();

        assertThat(examples).hasSize(3).allSatisfy(example -> assertThat(Texts.texts(Texts.parse(example).diagnostics()))
                .allMatch(text -> text.contains(ApplicationExtrasRuleTest.NOT_YET)));
    }

    /** Those of docs/modelling.md, as the files that they are said to be. */
    @Test
    void examplesOfTheWalkAreAcceptedTogether() {
        Map<String, String> files = new TreeMap<>();
        Pattern.compile("```caravan\n(.*?)```", Pattern.DOTALL).matcher(read(Path.of("../../docs/modelling.md"))).results()
                .forEach(found -> files.put("example-" + files.size() + ".caravan", found.group(1)));
        assertThat(files).hasSize(2);
        assertThat(Texts.texts(CaravanLanguage.parse(files).diagnostics())).isEmpty();
    }

    @Test
    void everyRuleIsListedAndHasItsTexts() {
        String rules = readme.substring(readme.indexOf("## Rules"), readme.indexOf("A file that does not follow"));
        Set<String> listed = Pattern.compile("`([a-z0-9-]+)`").matcher(rules).results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> tested = Stream.of(RuleTest.APPLICATION, RuleTest.INFRASTRUCTURE, RuleTest.RENTED, ApplicationExtrasRuleTest.DATA,
                ApplicationExtrasRuleTest.ADAPTATION, CostRuleTest.CASES, PlacementRulesTest.RULES, ProviderControlsTest.RULES,
                        ReadReplicasTest.RULES,
                PatternsTest.RULES,
                FiguresTest.CASES)
                .flatMap(List::stream)
                .map(RuleTest.Case::code)
                .collect(Collectors.toCollection(TreeSet::new));
        tested.add(ApplicationExtrasRuleTest.NOT_YET);
        tested.addAll(ProfileTest.CODES);
        tested.addAll(ScriptTest.CODES);
        tested.addAll(codesIn(read(Path.of("src/test/java/org/caravan/dsl/DiagnosticsTest.java"))));

        assertThat(listed).containsExactlyElementsOf(tested);
    }

    private static Set<String> codesIn(String testSource) {
        return Pattern.compile("\\[([a-z]+(-[a-z]+)+)\\]").matcher(testSource).results()
                .map((MatchResult found) -> found.group(1))
                .collect(Collectors.toSet());
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + path, e);
        }
    }
}
