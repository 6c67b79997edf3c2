package org.caravan.dsl.scoping;

import com.google.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.caravan.dsl.caravan.CaravanPackage;
import org.caravan.dsl.caravan.ComponentDeclaration;
import org.caravan.dsl.caravan.EndpointUse;
import org.caravan.dsl.wording.Owner;
import org.caravan.dsl.wording.Suggestion;
import org.eclipse.xtext.diagnostics.DiagnosticMessage;
import org.eclipse.xtext.diagnostics.Severity;
import org.eclipse.xtext.linking.ILinkingDiagnosticMessageProvider;
import org.eclipse.xtext.scoping.IScopeProvider;

/** Creates messages for unresolved names, with similar known names. Codes have the form {@code unknown-component}. */
public class UnknownNameMessages implements ILinkingDiagnosticMessageProvider {

    private final IScopeProvider scopes;

    @Inject
    UnknownNameMessages(IScopeProvider scopes) {
        this.scopes = scopes;
    }

    @Override
    public DiagnosticMessage getUnresolvedProxyMessage(ILinkingDiagnosticContext context) {
        String kind = Owner.kind(context.getReference().getEReferenceType());
        String written = context.getLinkText();
        String message = Owner.of(context.getContext()) + " names " + kind + " " + written;
        if (context.getReference() == CaravanPackage.Literals.ENDPOINT_USE__ENDPOINT) {
            ComponentDeclaration component = ((EndpointUse) context.getContext()).getComponent();
            if (component == null || component.eIsProxy()) {
                return null; // the unknown component is already reported; the missing endpoint is a consequence
            }
            message += " of component " + component.getName();
        }
        return new DiagnosticMessage(
                Character.toUpperCase(message.charAt(0)) + message.substring(1) + ", which does not exist.",
                Severity.ERROR,
                "unknown-" + kind.replace(' ', '-'),
                Suggestion.data(country(kind, written) + Suggestion.useOneOf(written, candidates(context)) + ".",
                        Suggestion.closest(written, candidates(context))));
    }

    /** Suggests a country code, which needs no area. */
    private static String country(String kind, String written) {
        return kind.equals("area") && Set.of(Locale.getISOCountries()).contains(written) ? "write in " + written
                + ", which is a country, or " : "";
    }

    private List<String> candidates(ILinkingDiagnosticContext context) {
        List<String> names = new ArrayList<>();
        scopes.getScope(context.getContext(), context.getReference())
                .getAllElements()
                .forEach(element -> names.add(element.getName().toString()));
        return names;
    }
}
