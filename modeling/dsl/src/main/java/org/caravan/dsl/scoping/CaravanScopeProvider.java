package org.caravan.dsl.scoping;

import com.google.inject.Inject;
import java.util.Arrays;
import java.util.List;
import org.caravan.dsl.caravan.ApplicationDeclaration;
import org.caravan.dsl.caravan.CaravanPackage;
import org.caravan.dsl.caravan.EndpointUse;
import org.caravan.dsl.caravan.InfrastructureDeclaration;
import org.caravan.dsl.caravan.OrganisationDeclaration;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EReference;
import org.eclipse.xtext.EcoreUtil2;
import org.eclipse.xtext.scoping.IGlobalScopeProvider;
import org.eclipse.xtext.scoping.IScope;
import org.eclipse.xtext.scoping.Scopes;
import org.eclipse.xtext.scoping.impl.MultimapBasedScope;
import org.eclipse.xtext.util.IResourceScopeCache;
import org.eclipse.xtext.util.Tuples;

/**
 * Scopes of names: a name is visible only within its own application or infrastructure, an endpoint only through its component.
 * Organisations, and areas outside of applications, are visible in all files parsed together.
 */
public class CaravanScopeProvider extends AbstractCaravanScopeProvider {

    private final IGlobalScopeProvider files;
    private final IResourceScopeCache kept;

    /** @param kept cache that lasts until the text changes; a large application resolves its names very often */
    @Inject
    CaravanScopeProvider(IGlobalScopeProvider files, IResourceScopeCache kept) {
        this.files = files;
        this.kept = kept;
    }

    @Override
    public IScope getScope(EObject context, EReference reference) {
        EClass wanted = reference.getEReferenceType();
        boolean shared = wanted == CaravanPackage.Literals.AREA_DECLARATION || wanted == CaravanPackage.Literals.ORGANISATION_DECLARATION;
        return shared
                ? Scopes.scopeFor(candidates(context, wanted),
                        files.getScope(context.eResource(), reference, description -> description.getName().getSegmentCount() == 1))
                : local(context, wanted);
    }

    private IScope local(EObject context, EClass wanted) {
        ApplicationDeclaration application = EcoreUtil2.getContainerOfType(context, ApplicationDeclaration.class);
        if (application == null || wanted == CaravanPackage.Literals.ENDPOINT_DECLARATION) {
            return Scopes.scopeFor(candidates(context, wanted));
        }
        return kept.get(Tuples.pair(application, wanted), context.eResource(),
                () -> MultimapBasedScope.createScope(IScope.NULLSCOPE, Scopes.scopedElementsFor(candidates(context, wanted)), false));
    }

    private static List<? extends EObject> candidates(EObject context, EClass wanted) {
        if (wanted == CaravanPackage.Literals.ENDPOINT_DECLARATION && context instanceof EndpointUse use) {
            return use.getComponent() == null ? List.of() : use.getComponent().getEndpoints();
        }
        if (wanted == CaravanPackage.Literals.HOST_TYPE_DECLARATION) {
            var infrastructure = EcoreUtil2.getContainerOfType(context, InfrastructureDeclaration.class);
            return infrastructure == null ? List.of() : infrastructure.getHostTypes();
        }
        if (wanted == CaravanPackage.Literals.ROLE_DECLARATION) {
            var organisation = EcoreUtil2.getContainerOfType(context, OrganisationDeclaration.class);
            return organisation == null ? List.of() : organisation.getRoles();
        }
        var application = EcoreUtil2.getContainerOfType(context, ApplicationDeclaration.class);
        if (application == null) {
            return List.of();
        }
        return ofApplication(application, wanted);
    }

    private static List<? extends EObject> ofApplication(ApplicationDeclaration application, EClass wanted) {
        return switch (wanted.getClassifierID()) {
            case CaravanPackage.COMPONENT_DECLARATION -> application.getComponents();
            case CaravanPackage.REQUEST_DECLARATION -> application.getRequests();
            case CaravanPackage.SUBJECT -> joined(application.getComponents(), application.getRequests());
            case CaravanPackage.SLO_DECLARATION -> application.getSlos();
            case CaravanPackage.AREA_DECLARATION -> application.getAreas();
            case CaravanPackage.DATA_DECLARATION -> application.getData();
            case CaravanPackage.VALUE -> joined(application.getMetrics(), application.getVariables(), application.getConstraints());
            default -> List.of();
        };
    }

    @SafeVarargs
    private static List<EObject> joined(List<? extends EObject>... lists) {
        return Arrays.stream(lists).<EObject>flatMap(List::stream).toList();
    }
}
