package org.caravan.dsl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.caravan.dsl.services.CaravanGrammarAccess;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.xtext.AbstractElement;
import org.eclipse.xtext.Assignment;
import org.eclipse.xtext.CrossReference;
import org.eclipse.xtext.EcoreUtil2;
import org.eclipse.xtext.Group;
import org.eclipse.xtext.Keyword;
import org.eclipse.xtext.ParserRule;
import org.eclipse.xtext.RuleCall;

/** The constructs of the grammar: each rule's features with the words that stand before them. */
final class Constructs {

    /** Read by every rule that measures something; they honour nothing of their own. */
    private static final Set<String> WORDS = Set.of("CaravanFile", "Quantity");

    /** @param written as in a model, with capitals for what is filled in: {@code replicas NUMBER} */
    record Construct(String rule, String feature, String written) {
        String key() {
            return rule + "." + feature;
        }
    }

    private Constructs() {}

    static List<Construct> all() {
        CaravanGrammarAccess grammar = CaravanLanguage.injector().getInstance(CaravanGrammarAccess.class);
        List<Construct> all = new ArrayList<>();
        for (var rule : grammar.getGrammar().getRules()) {
            if (rule instanceof ParserRule parser && parser.getType().getClassifier() instanceof EClass
                    && !WORDS.contains(rule.getName())) {
                all.addAll(of(parser));
            }
        }
        return all;
    }

    private static List<Construct> of(ParserRule rule) {
        Map<String, Construct> byFeature = new LinkedHashMap<>();
        for (Assignment assignment : EcoreUtil2.getAllContentsOfType(rule, Assignment.class)) {
            if (!isPart(assignment)) {
                byFeature.putIfAbsent(assignment.getFeature(), new Construct(rule.getName(), assignment.getFeature(), written(assignment)));
            }
        }
        return List.copyOf(byFeature.values());
    }

    /** A part without a word of its own here is listed with its own rule. */
    private static boolean isPart(Assignment assignment) {
        return keywords(assignment).isEmpty() && assignment.getTerminal() instanceof RuleCall call
                && call.getRule() instanceof ParserRule parser && parser.getType().getClassifier() instanceof EClass
                && !WORDS.contains(parser.getName());
    }

    private static String written(Assignment assignment) {
        String words = String.join(" ", keywords(assignment));
        if (assignment.getTerminal() instanceof Keyword keyword) {
            return (words + " " + keyword.getValue()).strip();
        }
        return (words + " " + placeholder(assignment)).strip();
    }

    private static String placeholder(Assignment assignment) {
        if (assignment.getTerminal() instanceof CrossReference reference) {
            return capitals(reference.getType().getClassifier().getName().replace("Declaration", ""));
        }
        String called = assignment.getTerminal() instanceof RuleCall call ? call.getRule().getName() : assignment.getFeature();
        return switch (called) {
            case "Name", "NameNotUsers" -> assignment.getFeature().equals("name") ? "NAME" : capitals(assignment.getFeature());
            case "STRING" -> "\"…\"";
            default -> capitals(called.replace("Declaration", ""));
        };
    }

    private static String capitals(String camelCase) {
        return camelCase.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toUpperCase(Locale.ROOT);
    }

    /** Keywords that stand right before the assignment in its group. */
    private static List<String> keywords(Assignment assignment) {
        List<String> words = new ArrayList<>();
        if (assignment.eContainer() instanceof Group group) {
            for (AbstractElement element : group.getElements().subList(0, group.getElements().indexOf(assignment))) {
                if (element instanceof Keyword keyword) {
                    words.add(keyword.getValue());
                } else {
                    words.clear();
                }
            }
        }
        words.removeIf(word -> word.equals("{"));
        return words;
    }
}
