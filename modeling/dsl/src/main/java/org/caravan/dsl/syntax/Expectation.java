package org.caravan.dsl.syntax;

import static java.util.Map.entry;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.dsl.wording.Owner;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.AbstractElement;
import org.eclipse.xtext.AbstractRule;
import org.eclipse.xtext.Alternatives;
import org.eclipse.xtext.Assignment;
import org.eclipse.xtext.CrossReference;
import org.eclipse.xtext.GrammarUtil;
import org.eclipse.xtext.Group;
import org.eclipse.xtext.Keyword;
import org.eclipse.xtext.ParserRule;
import org.eclipse.xtext.RuleCall;
import org.eclipse.xtext.nodemodel.ICompositeNode;
import org.eclipse.xtext.nodemodel.ILeafNode;
import org.eclipse.xtext.nodemodel.INode;

/** Determines what the grammar allows at a position, in terms of the language. */
final class Expectation {

    /** Grammar rules that count as one word for the user, independent of their structure. */
    private static final Map<String, String> WORDS = Map.ofEntries(
            entry("Name", "a name"),
            entry("NameNotUsers", "a name"),
            entry("Number", "a number"),
            entry("SignedNumber", "a number"),
            entry("Quantity", "a number with its unit"),
            entry("Unit", "a unit"),
            entry("Architecture", "an architecture such as arm64"),
            entry("GpuVendor", "a vendor such as nvidia"),
            entry("Country", "a country such as NO"),
            entry("Family", "an IP version such as ipv4"),
            entry("Kind", "a kind of site such as edge"),
            entry("OnFailure", "undo or hold"),
            entry("Percentile", "a percentile such as p95"),
            entry("Sensitivity", "a class such as personal"),
            entry("Aggregate", "an aggregate such as mean"),
            entry("Function", "a function such as max"),
            entry("Permission", "a permission such as view"),
            entry("Direction", "out or in"),
            entry("Property", "a property such as replicas"),
            entry("Relation", "a relation such as <"),
            entry("Sum", "a formula"),
            entry("AnyCondition", "a condition"),
            entry("RATE_UNIT", "a unit"),
            entry("ID", "a name"),
            entry("INT", "a number"),
            entry("STRING", "a text in quotes"));

    private Expectation() {}

    /** Grammar rule that was being parsed at the node; null outside all rules. */
    private static AbstractRule ruleAt(INode node) {
        for (INode at = node; at != null; at = at.getParent()) {
            AbstractRule rule = ruleOf(at);
            if (rule != null) {
                return rule;
            }
        }
        return null;
    }

    /** Innermost element that was being parsed at the node, as {@code host type}; empty outside all elements. */
    static Optional<String> partAt(INode node) {
        for (INode at = node; at != null; at = at.getParent()) {
            AbstractRule rule = ruleOf(at);
            if (rule != null && rule.getName().endsWith("Declaration")) {
                return Optional.of(Owner.words(rule.getName().replace("Declaration", "")));
            }
        }
        return Optional.empty();
    }

    private static AbstractRule ruleOf(INode node) {
        EObject element = node.getGrammarElement();
        if (element instanceof RuleCall call && call.getRule() instanceof ParserRule) {
            return call.getRule();
        }
        return element instanceof ParserRule rule ? rule : null;
    }

    /** User text of a parser token: the keyword itself, or {@code a name} for an identifier. */
    static String ofToken(String tokenName) {
        if (tokenName.startsWith("'") && tokenName.endsWith("'")) {
            return tokenName.substring(1, tokenName.length() - 1);
        }
        return WORDS.getOrDefault(tokenName.replaceFirst("^RULE_", ""), "something else");
    }

    /** Tokens that may follow the parsed part of the rule at the node; tokens that may start the rule if nothing was parsed. */
    static Set<String> after(INode node) {
        AbstractRule rule = ruleAt(node);
        if (rule == null || WORDS.containsKey(rule.getName())) {
            return rule == null ? Set.of() : Set.of(WORDS.get(rule.getName()));
        }
        EObject last = lastRead(node);
        Set<String> next = new LinkedHashSet<>();
        if (last instanceof AbstractElement element) {
            addFollowers(element, next);
        } else {
            addStarts(rule.getAlternatives(), next);
        }
        return next;
    }

    private static EObject lastRead(INode node) {
        if (!(node instanceof ICompositeNode composite)) {
            return null;
        }
        INode last = composite.getLastChild();
        while (last != null && last instanceof ILeafNode leaf && leaf.isHidden()) {
            last = last.getPreviousSibling();
        }
        return last == null ? null : last.getGrammarElement();
    }

    /** Climbs to the end of the rule and stops at the first mandatory element. */
    private static void addFollowers(AbstractElement element, Set<String> next) {
        AbstractElement at = element;
        while (true) {
            if (GrammarUtil.isMultipleCardinality(at)) {
                addStarts(at, next);
            }
            if (at.eContainer() instanceof Group group) {
                int index = group.getElements().indexOf(at);
                for (AbstractElement later : group.getElements().subList(index + 1, group.getElements().size())) {
                    addStarts(later, next);
                    if (!GrammarUtil.isOptionalCardinality(later)) {
                        return;
                    }
                }
            }
            if (!(at.eContainer() instanceof AbstractElement parent)) {
                return;
            }
            at = parent;
        }
    }

    /** Tokens that may start the rule. */
    private static Set<String> startOf(AbstractRule rule) {
        Set<String> starts = new LinkedHashSet<>();
        if (WORDS.containsKey(rule.getName())) {
            starts.add(WORDS.get(rule.getName()));
        } else {
            addStarts(rule.getAlternatives(), starts);
        }
        return starts;
    }

    private static void addStarts(AbstractElement element, Set<String> starts) {
        if (element instanceof Keyword keyword) {
            starts.add(keyword.getValue());
        } else if (element instanceof RuleCall call) {
            starts.addAll(startOf(call.getRule()));
        } else if (element instanceof Assignment assignment) {
            addStarts(assignment.getTerminal(), starts);
        } else if (element instanceof CrossReference reference) {
            addStarts(reference.getTerminal(), starts);
        } else if (element instanceof Alternatives alternatives) {
            alternatives.getElements().forEach(alternative -> addStarts(alternative, starts));
        } else if (element instanceof Group group) {
            addStartsOfGroup(group, starts);
        }
    }

    private static void addStartsOfGroup(Group group, Set<String> starts) {
        for (AbstractElement element : group.getElements()) {
            addStarts(element, starts);
            if (!GrammarUtil.isOptionalCardinality(element)) {
                return;
            }
        }
    }
}
