package org.caravan.dsl.validation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.caravan.application.Routers;
import org.caravan.dsl.caravan.ApplicationDeclaration;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.ComponentDeclaration;
import org.caravan.dsl.caravan.FormDeclaration;
import org.caravan.dsl.caravan.InfrastructureDeclaration;
import org.caravan.dsl.caravan.OrganisationDeclaration;
import org.caravan.dsl.caravan.ProviderDeclaration;
import org.caravan.dsl.caravan.SiteDeclaration;
import org.caravan.dsl.caravan.UsersDeclaration;
import org.caravan.dsl.caravan.VariableDeclaration;
import org.caravan.dsl.wording.FreeName;
import org.caravan.dsl.wording.Owner;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.validation.Check;

/**
 * Checks that names are unique within their namespace. The comparison ignores case, because components, applications and hosts are looked
 * up through DNS, which is case-insensitive.
 */
class NameRules extends Rules {

    /** RFC 1035: a label of a DNS name. */
    private static final int LONGEST = 63;

    @Check
    void duplicateNames(ApplicationDeclaration application) {
        unique(application.getComponents());
        unique(application.getUsers());
        unique(application.getRequests());
        unique(application.getSlos());
        unique(application.getAreas());
        unique(application.getData());
        unique(Stream.of(application.getMetrics(), application.getVariables(), application.getConstraints()).flatMap(List::stream)
                .toList());
        unique(application.getRules());
        unique(application.getControls());
        unique(application.getLimits());
        unique(application.getAnnotations());
        application.getComponents().forEach(component -> unique(component.getEndpoints()));
        application.getComponents().forEach(component -> unique(component.getAnnotations()));
    }

    @Check
    void duplicateNames(OrganisationDeclaration organisation) {
        unique(organisation.getPeople());
        unique(organisation.getRoles());
    }

    /** Environment variables are case-sensitive, as in any shell. */
    @Check
    void duplicateVariables(FormDeclaration form) {
        Set<String> taken = new HashSet<>();
        form.getEnvironment().forEach(variable -> taken.add(variable.getName()));
        Map<String, VariableDeclaration> seen = new HashMap<>();
        for (VariableDeclaration variable : form.getEnvironment()) {
            if (seen.putIfAbsent(variable.getName(), variable) != null) {
                rejectDuplicate(variable, variable.getName(), FreeName.like(variable.getName(), "_", taken::contains));
            }
        }
    }

    /** Secrets become files of one folder. */
    @Check
    void duplicateSecrets(FormDeclaration form) {
        unique(form.getSecrets());
    }

    @Check
    void duplicateNames(InfrastructureDeclaration infrastructure) {
        unique(infrastructure.getHostTypes());
        unique(infrastructure.getSites());
        infrastructure.getSites().forEach(site -> unique(site.getIsps()));
        infrastructure.getSites().forEach(site -> unique(site.getProviders()));
        unique(infrastructure.getSites().stream().flatMap(NameRules::machines).toList());
    }

    /** Hosts and vantages of all sites share one namespace, because plans and measurements name them without their site. */
    private static Stream<EObject> machines(SiteDeclaration site) {
        return Stream.concat(
                site.getProviders().stream().map(ProviderDeclaration::getHosts).flatMap(List::stream),
                Stream.ofNullable(site.getVantage()));
    }

    @Check
    void reservedName(ComponentDeclaration component) {
        if ("users".equals(component.getName())) {
            String message = "Component users has a reserved name: requests use it for their senders.";
            rejectName("reserved-name", message, "use another name, for example user.", "user", component);
        }
    }

    /** Planning adds components with these names. */
    @Check
    void nameOfRouter(ComponentDeclaration component) {
        Stream<String> usersIds = ((ApplicationDeclaration) component.eContainer()).getUsers().stream()
                .map(UsersDeclaration::getName).filter(Objects::nonNull);
        if (component.getName() != null && Routers.nameOfRouter(component.getName(), usersIds)) {
            String message = capital(Owner.of(component)) + " has the name of the router by which users would enter a component.";
            reject("reserved-name", message, "use another name.", component);
        }
    }

    @Check
    void nameTooLong(EObject part) {
        String name = nameOf(part);
        if (name.length() > LONGEST && !(part instanceof VariableDeclaration)) {
            String message = "The name of " + Owner.of(part) + " has " + name.length() + " characters; a name in DNS has at most "
                    + LONGEST + ".";
            rejectName("name-too-long", message, "shorten it to " + name.substring(0, 20) + ".", name.substring(0, 20), part);
        }
    }

    @Check
    void nameInvalid(EObject part) {
        String name = nameOf(part);
        if (name.endsWith("-")) {
            String message = "The name of " + Owner.of(part) + " ends with a dash; a name in DNS must not.";
            String better = name.replaceFirst("(?<!-)-+$", "");
            rejectName("name-invalid", message, "name it " + better + ".", better, part);
        }
    }

    private void unique(List<? extends EObject> parts) {
        Set<String> taken = new HashSet<>();
        parts.forEach(part -> taken.add(folded(nameOf(part))));
        Map<String, EObject> seen = new HashMap<>();
        for (EObject part : parts) {
            EObject earlier = seen.putIfAbsent(folded(nameOf(part)), part);
            if (earlier != null) {
                rejectDuplicate(part, nameOf(earlier), FreeName.like(nameOf(part), "-", name -> taken.contains(folded(name))));
            }
        }
    }

    /** DNS names are compared case-insensitively (RFC 4343). */
    private static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private void rejectDuplicate(EObject part, String earlierName, String free) {
        String name = nameOf(part);
        String message = name.equals(earlierName)
                ? "There is more than one " + Owner.of(part) + "."
                : capital(Owner.of(part)) + " differs from " + earlierName + " only in case.";
        rejectName("duplicate-name", message, "rename it to " + free + ".", free, part);
    }

    private static String nameOf(EObject part) {
        var feature = part.eClass().getEStructuralFeature(Literals.APPLICATION_DECLARATION__NAME.getName());
        Object name = feature == null ? null : part.eGet(feature);
        return name == null ? "" : name.toString();
    }
}
