package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.diagnostic.RejectedInput;
import org.junit.jupiter.api.Test;

class WrittenRulesTest {

    private static final String TEXT = """
            application shop {
              component web { form container { image "web" cpu 0.1 memory 16 MiB } replicas 1..3  capacity 20 requests/s }
              metric load { sensor cpu of web  every 5 s  window 60 s by mean }
              rule tidy { every 1 h  then replan }
              rule busy {
                when load   > 80 %  // half a minute of it
                  or load > 1
                for 30 s
                then scale out web by 2, replan
                pause 5 min
              }
            }
            """;

    @Test
    void aRuleIsAsItStandsInTheTextAndWhereItStands() {
        List<WrittenRule> rules = CaravanLanguage.rules(Map.of("shop.caravan", TEXT));
        assertThat(rules).extracting(written -> written.rule().id()).containsExactly("busy", "tidy");
        assertThat(rules.get(0).condition()).contains("load > 80 % or load > 1");
        assertThat(rules.get(0).actions()).containsExactly("scale out web by 2", "replan");
        assertThat(rules.get(0).rule().holdsSeconds()).contains(30.0);
        assertThat(rules.get(0).location()).isEqualTo(new Location("shop.caravan", 5, 8, 4));
        assertThat(rules.get(1).condition()).isEmpty();
        assertThat(rules.get(1).rule().everySeconds()).contains(3600.0);
    }

    /** One sentence, at one place: what the list says is what the warning says. */
    @Test
    void whyARuleIsNotHonouredIsWhatTheWarningSaysThere() {
        List<Diagnostic> warnings = CaravanLanguage.parse(Map.of("shop.caravan", TEXT)).diagnostics();
        assertThat(CaravanLanguage.rules(Map.of("shop.caravan", TEXT)))
                .allSatisfy(written -> assertThat(written.unhonoured()).allSatisfy(sentence ->
                assertThat(warnings).anyMatch(warning -> warning.message().equals(sentence)
                        && warning.location().equals(Optional.of(written.location())))));
        List<Location> warned = warnings.stream().filter(warning -> warning.message().startsWith("Rule "))
                .map(warning -> warning.location().orElseThrow()).toList();
        assertThat(CaravanLanguage.rules(Map.of("shop.caravan", TEXT))).filteredOn(written -> !written.unhonoured().isEmpty())
                .extracting(WrittenRule::location).containsExactlyInAnyOrderElementsOf(warned);
    }

    @Test
    void aTextWithAnErrorHasNoRules() {
        assertThatThrownBy(() -> CaravanLanguage.rules(Map.of("shop.caravan", TEXT.replace("of web", "of wbe"))))
                .isInstanceOf(RejectedInput.class);
    }
}
