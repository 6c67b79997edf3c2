package org.caravan.dsl.wording;

import java.util.Locale;
import java.util.regex.Pattern;
import org.caravan.dsl.caravan.ApplicationDeclaration;
import org.caravan.dsl.caravan.CaravanFile;
import org.caravan.dsl.caravan.ComponentDeclaration;
import org.caravan.dsl.caravan.ForecastDeclaration;
import org.caravan.dsl.caravan.FormDeclaration;
import org.caravan.dsl.caravan.HopDeclaration;
import org.caravan.dsl.caravan.InfrastructureDeclaration;
import org.caravan.dsl.caravan.LocationDeclaration;
import org.caravan.dsl.caravan.PreferenceDeclaration;
import org.caravan.dsl.caravan.UtilityDeclaration;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;

/** Names a part of a model in messages: its kind, its name and its containers, innermost first. */
public final class Owner {

    private static final Pattern WORD_START = Pattern.compile("(?<=[a-z])(?=[A-Z])");

    private Owner() {}

    /** For example {@code host pi-1 of provider lxc of site hainan}, {@code hop users -> web of request home}. */
    public static String of(EObject part) {
        if (part instanceof HopDeclaration hop) {
            return hopText(hop) + " of " + of(hop.eContainer());
        }
        if (part instanceof LocationDeclaration location) {
            return "location of component " + written(location, "component");
        }
        if (part instanceof PreferenceDeclaration preference) {
            return "preference of component " + written(preference, "component");
        }
        if (part instanceof ForecastDeclaration) {
            return "forecast of request " + written(part, "request");
        }
        if (part instanceof UtilityDeclaration) {
            return "utility of " + of(part.eContainer());
        }
        if (part instanceof FormDeclaration form && ((ComponentDeclaration) form.eContainer()).getForms().size() > 1) {
            return "form " + form.getKind() + " of " + of(form.eContainer());
        }
        EStructuralFeature name = part.eClass().getEStructuralFeature("name");
        if (name == null) {
            return part instanceof CaravanFile ? "this file" : ofUnnamed(part);
        }
        String own = kind(part.eClass()) + " " + part.eGet(name);
        boolean outermost = part instanceof ApplicationDeclaration
                || part instanceof InfrastructureDeclaration
                || part.eContainer() instanceof CaravanFile
                || part.eContainer() instanceof ApplicationDeclaration
                || part.eContainer() instanceof InfrastructureDeclaration;
        return outermost ? own : own + " of " + of(part.eContainer());
    }

    /** Kind of a part in terms of the language: {@code host type}. */
    public static String kind(EClass part) {
        return part.getName().equals("Subject") ? "component or request"
                : words(part.getName().replace("Declaration", "").replace("PlanVariable", "Variable"));
    }

    /** Source text of a feature, even if it does not resolve; empty if the feature is missing. */
    public static String written(EObject part, String featureName) {
        EStructuralFeature feature = part.eClass().getEStructuralFeature(featureName);
        return NodeModelUtils.findNodesForFeature(part, feature).stream()
                .findFirst()
                .map(NodeModelUtils::getTokenText)
                .orElse("");
    }

    /** {@code users -> web}. */
    public static String hopText(HopDeclaration hop) {
        String from = hop.isFromUsers() ? "users" : written(hop, "from");
        return "hop " + from + " -> " + written(hop, "to");
    }

    private static String ofUnnamed(EObject part) {
        return part.eContainer() == null ? kind(part.eClass()) : of(part.eContainer());
    }

    /** {@code HostType} as {@code host type}. */
    public static String words(String camelCase) {
        return WORD_START.matcher(camelCase).replaceAll(" ").toLowerCase(Locale.ROOT);
    }
}
