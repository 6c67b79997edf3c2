package org.caravan.dsl;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.adaptation.Rule;
import org.caravan.dsl.caravan.ApplicationDeclaration;
import org.caravan.dsl.caravan.RuleDeclaration;
import org.caravan.dsl.reader.AdaptationReader;
import org.caravan.dsl.wording.UnsupportedText;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;

/** Extracts the adaptation rules of applications from texts without errors. */
final class WrittenRules {

    private WrittenRules() {}

    /** Sorted by name. */
    static List<WrittenRule> of(List<SourceText> sources) {
        return sources.stream().flatMap(source -> source.file().getApplications().stream().flatMap(application -> of(application, source)))
                .sorted(Comparator.comparing(written -> written.rule().id())).toList();
    }

    private static Stream<WrittenRule> of(ApplicationDeclaration application, SourceText source) {
        List<Rule> read = new AdaptationReader(application).read().rules();
        return application.getRules().stream().map(written -> new WrittenRule(
                read.stream().filter(rule -> rule.id().equals(written.getName())).findFirst().orElseThrow(),
                Optional.ofNullable(written.getWhen()).map(WrittenRules::text), written.getActions().stream().map(WrittenRules::text)
                        .toList(),
                source.location(written), unhonoured(written)));
    }

    /** Checks the rule as a whole first: if it is not supported, its actions need no check. */
    private static List<String> unhonoured(RuleDeclaration rule) {
        return UnsupportedText.of(rule).map(List::of)
                .orElseGet(() -> rule.getActions().stream().flatMap(action -> UnsupportedText.of(action).stream()).toList());
    }

    private static String text(EObject part) {
        return NodeModelUtils.getTokenText(NodeModelUtils.findActualNodeFor(part));
    }
}
