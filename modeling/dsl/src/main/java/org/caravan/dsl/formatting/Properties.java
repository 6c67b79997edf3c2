package org.caravan.dsl.formatting;

import java.util.Set;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.AbstractElement;
import org.eclipse.xtext.Alternatives;
import org.eclipse.xtext.GrammarUtil;
import org.eclipse.xtext.Group;
import org.eclipse.xtext.Keyword;
import org.eclipse.xtext.formatting2.regionaccess.ISemanticRegion;

/** Detects where a property or an element begins inside braces; the formatter puts two spaces before it. */
final class Properties {

    private static final Set<EClass> VALUES = Set.of(Literals.TCP_READINESS, Literals.HTTP_READINESS, Literals.COST_GOAL,
            Literals.POWER_GOAL, Literals.STARTUP_GOAL, Literals.LATENCY_GOAL, Literals.HOP_DECLARATION,
            Literals.VIOLATED_PREDICATE, Literals.COMPARISON_PREDICATE, Literals.SUM_FACTOR, Literals.AMOUNT_FACTOR, Literals.SCALE_ACTION,
                    Literals.REPLAN_ACTION,
            Literals.BANDWIDTH_DECLARATION, Literals.QUOTA_DECLARATION, Literals.BENCH_DECLARATION,
            Literals.SCRIPT_DECLARATION, Literals.PATTERN_DECLARATION);

    private Properties() {}

    static boolean begin(ISemanticRegion region) {
        EObject part = region.getSemanticElement();
        boolean firstOfPart = region.getEObjectRegion() != null
                && region.equals(region.getEObjectRegion().getAllSemanticRegions().iterator().next());
        if (firstOfPart && begunByName(part.eClass())) {
            return true;
        }
        return region.getGrammarElement() instanceof Keyword keyword
                && (keyword.getValue().equals("ready") || beginsAlternative(keyword) || firstOfPart && inBraces(part));
    }

    /** List elements in braces that start with their name instead of a keyword. */
    private static boolean begunByName(EClass kind) {
        return kind == Literals.VARIABLE_DECLARATION || kind == Literals.SECRET_DECLARATION || kind == Literals.ANNOTATION_DECLARATION
                || kind == Literals.HOP_DECLARATION;
    }

    /** Elements whose grammar rule starts with a keyword; the other elements are values of a property. */
    private static boolean inBraces(EObject part) {
        return !VALUES.contains(part.eClass());
    }

    /** Whether the element is the first of an alternative of {@code ( … | … )*}, that is, of properties in any order. */
    private static boolean beginsAlternative(AbstractElement element) {
        EObject child = element;
        EObject parent = element.eContainer();
        while (parent instanceof AbstractElement container) {
            if (container instanceof Alternatives choice && GrammarUtil.isMultipleCardinality(choice)) {
                return true;
            }
            if (container instanceof Group group && group.getElements().get(0) != child) {
                return false;
            }
            child = parent;
            parent = parent.eContainer();
        }
        return false;
    }
}
