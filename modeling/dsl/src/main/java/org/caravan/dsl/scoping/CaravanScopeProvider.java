package org.caravan.dsl.scoping;

import java.util.List;
import org.caravan.dsl.caravan.ApplicationDeclaration;
import org.caravan.dsl.caravan.CaravanPackage;
import org.caravan.dsl.caravan.EndpointUse;
import org.caravan.dsl.caravan.InfrastructureDeclaration;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EReference;
import org.eclipse.xtext.EcoreUtil2;
import org.eclipse.xtext.scoping.IScope;
import org.eclipse.xtext.scoping.Scopes;

/** Names are seen within their own application or infrastructure only; an endpoint only through its component. */
public class CaravanScopeProvider extends AbstractCaravanScopeProvider {

    @Override
    public IScope getScope(EObject context, EReference reference) {
        return Scopes.scopeFor(candidates(context, reference.getEReferenceType()));
    }

    private static List<? extends EObject> candidates(EObject context, EClass wanted) {
        if (wanted == CaravanPackage.Literals.ENDPOINT_DECLARATION && context instanceof EndpointUse use) {
            return use.getComponent() == null ? List.of() : use.getComponent().getEndpoints();
        }
        if (wanted == CaravanPackage.Literals.HOST_TYPE_DECLARATION) {
            var infrastructure = EcoreUtil2.getContainerOfType(context, InfrastructureDeclaration.class);
            return infrastructure == null ? List.of() : infrastructure.getHostTypes();
        }
        var application = EcoreUtil2.getContainerOfType(context, ApplicationDeclaration.class);
        if (application == null) {
            return List.of();
        }
        if (wanted == CaravanPackage.Literals.COMPONENT_DECLARATION) {
            return application.getComponents();
        }
        return wanted == CaravanPackage.Literals.REQUEST_DECLARATION ? application.getRequests() : List.of();
    }
}
