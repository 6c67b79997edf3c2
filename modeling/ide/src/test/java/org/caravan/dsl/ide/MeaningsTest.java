package org.caravan.dsl.ide;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.caravan.dsl.services.CaravanGrammarAccess;
import org.eclipse.xtext.GrammarUtil;
import org.junit.jupiter.api.Test;

class MeaningsTest {

    @Test
    void everyWordOfTheLanguageIsExplained() {
        CaravanGrammarAccess grammar = new CaravanIdeSetup().createInjectorAndDoEMFRegistration().getInstance(CaravanGrammarAccess.class);
        List<String> words = GrammarUtil.getAllKeywords(grammar.getGrammar()).stream().filter(keyword -> keyword.matches("[A-Za-z].*"))
                .sorted().toList();
        assertThat(words).hasSizeGreaterThan(50).allSatisfy(word -> assertThat(Explanations.meaning(word)).as(word.toLowerCase(Locale.ROOT))
                .isPresent());
    }
}
