package org.caravan.dsl.validation;

import static java.util.Map.entry;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.IspDeclaration;
import org.caravan.dsl.caravan.RequestDeclaration;
import org.caravan.dsl.wording.Owner;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.Alternatives;
import org.eclipse.xtext.Assignment;
import org.eclipse.xtext.GrammarUtil;
import org.eclipse.xtext.Group;
import org.eclipse.xtext.Keyword;
import org.eclipse.xtext.nodemodel.ICompositeNode;
import org.eclipse.xtext.nodemodel.INode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;
import org.eclipse.xtext.validation.Check;

/** Checks properties within braces: their order is free, required properties must be present, and no property may be repeated. */
class PropertyRules extends Rules {

    private record Needed(EStructuralFeature feature, String keyword, String example) {}

    private static final Map<EClass, List<Needed>> NEEDED = Map.ofEntries(
            entry(
                    Literals.COMPONENT_DECLARATION,
                    List.of(new Needed(Literals.COMPONENT_DECLARATION__FORMS, "form", "form container { … }"))),
            entry(
                    Literals.FORM_DECLARATION,
                    List.of(
                            new Needed(Literals.FORM_DECLARATION__IMAGE, "image", "image \"shop/web\""),
                            new Needed(Literals.FORM_DECLARATION__CPU, "cpu", "cpu 0.2"),
                            new Needed(Literals.FORM_DECLARATION__MEMORY, "memory", "memory 96 MiB"))),
            entry(
                    Literals.USERS_DECLARATION,
                    List.of(
                            new Needed(Literals.USERS_DECLARATION__SITE, "at", "at bergen via BKK ipv4"),
                            new Needed(Literals.USERS_DECLARATION__RATE, "rate", "rate 20 requests/s"),
                            new Needed(Literals.USERS_DECLARATION__MIX, "mix", "mix home 70 %, order 30 %"))),
            entry(
                    Literals.REQUEST_DECLARATION,
                    List.of(new Needed(
                            Literals.REQUEST_DECLARATION__HOPS, "hop", "users -> web turns 1 bytes 24 KiB"))),
            entry(
                    Literals.HOP_DECLARATION,
                    List.of(
                            new Needed(Literals.HOP_DECLARATION__TURNS, "turns", "turns 1"),
                            new Needed(Literals.HOP_DECLARATION__BYTES, "bytes", "bytes 24 KiB"))),
            entry(
                    Literals.HOST_TYPE_DECLARATION,
                    List.of(
                            new Needed(Literals.HOST_TYPE_DECLARATION__ARCHITECTURE, "arch", "arch arm64"),
                            new Needed(Literals.HOST_TYPE_DECLARATION__CORES, "cores", "cores 4"),
                            new Needed(Literals.HOST_TYPE_DECLARATION__MEMORY, "memory", "memory 1 GiB"),
                            new Needed(Literals.HOST_TYPE_DECLARATION__DISK, "disk", "disk 32 GiB"),
                            new Needed(Literals.HOST_TYPE_DECLARATION__PRICE, "price", "price 3.00 EUR/month"))),
            entry(
                    Literals.SITE_DECLARATION,
                    List.of(
                            new Needed(Literals.SITE_DECLARATION__KIND, "kind", "kind edge"),
                            new Needed(Literals.SITE_DECLARATION__COUNTRY, "country", "country NO"),
                            new Needed(Literals.SITE_DECLARATION__LATITUDE, "position", "position 60.4 5.3"),
                            new Needed(Literals.SITE_DECLARATION__ISPS, "isp", "isp BKK { … }"))),
            entry(
                    Literals.RULE_DECLARATION,
                    List.of(new Needed(Literals.RULE_DECLARATION__ACTIONS, "then", "then replan"))),
            entry(
                    Literals.FORECAST_DECLARATION,
                    List.of(
                            new Needed(Literals.FORECAST_DECLARATION__METHOD, "method", "method sarima"),
                            new Needed(Literals.FORECAST_DECLARATION__SEASON, "season", "season 10 min"),
                            new Needed(Literals.FORECAST_DECLARATION__HORIZON, "horizon", "horizon 2 min"))),
            entry(
                    Literals.VANTAGE_DECLARATION,
                    List.of(new Needed(
                            Literals.VANTAGE_DECLARATION__CREDENTIALS, "credentials", "credentials testbed"))));

    @Check
    void missingProperty(EObject part) {
        for (Needed needed : NEEDED.getOrDefault(part.eClass(), List.of())) {
            boolean given = part instanceof RequestDeclaration request && request.getProfile() != null;
            if (!given && !part.eIsSet(needed.feature())) {
                reject(
                        "missing-property",
                        capital(Owner.of(part)) + " has no " + needed.keyword() + ".",
                        "add: " + needed.example(),
                        part);
            }
        }
    }

    @Check
    void missingPrefix(IspDeclaration isp) {
        if (isp.getIpv4() == null && isp.getIpv6() == null) {
            String message = capital(Owner.of(isp)) + " has neither ipv4 nor ipv6.";
            reject("missing-property", message, "add: ipv4 \"10.7.88.0/24\" gateway \"10.7.88.1\"", isp);
        }
    }

    @Check
    void duplicateProperty(EObject part) {
        ICompositeNode node = NodeModelUtils.getNode(part);
        if (node == null) {
            return;
        }
        Set<EObject> seen = new HashSet<>();
        for (INode child : node.getChildren()) {
            if (startsProperty(child.getGrammarElement()) && !seen.add(child.getGrammarElement())) {
                String keyword = words((Keyword) child.getGrammarElement());
                getMessageAcceptor().acceptError(
                        capital(Owner.of(part)) + " says " + keyword + " more than once.",
                        part,
                        child.getOffset(),
                        child.getLength(),
                        "duplicate-property",
                        "keep one " + keyword + " and remove the others.");
            }
        }
    }

    /** Full keyword of the property, {@code on failure}: this keyword and the keywords directly after it. */
    private static String words(Keyword first) {
        return ((Group) first.eContainer()).getElements().stream().takeWhile(Keyword.class::isInstance)
                .map(word -> ((Keyword) word).getValue()).filter(word -> !word.equals("{")).collect(Collectors.joining(" "));
    }

    /** Whether a keyword is the first of one of the repeatable alternatives, as {@code cpu} in a form. */
    private static boolean startsProperty(EObject grammarElement) {
        return grammarElement instanceof Keyword keyword
                && keyword.eContainer() instanceof Group group
                && group.getElements().get(0) == keyword
                && !isRepeatable(group)
                && group.eContainer() instanceof Alternatives alternatives
                && GrammarUtil.isMultipleCardinality(alternatives);
    }

    /**
     * Whether the property may be repeated, as {@code minimise}: one keyword before a single element, not before a comma-separated list.
     */
    private static boolean isRepeatable(Group group) {
        return group.getElements().size() == 2
                && group.getElements().get(1) instanceof Assignment assignment
                && GrammarUtil.isMultipleAssignment(assignment);
    }
}
