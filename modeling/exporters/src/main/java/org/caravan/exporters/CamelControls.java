package org.caravan.exporters;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.SecurityControl;
import org.caravan.organisation.Organisation;
import org.caravan.organisation.Permission;
import org.caravan.organisation.Person;
import org.caravan.organisation.Role;

/**
 * Writes the security and organisation models. Passwords and personal names, which CAMEL requires but our records lack, become empty texts.
 */
final class CamelControls {

    private final CamelLines controls = new CamelLines();
    private final CamelLines needs = new CamelLines();
    private final CamelLines people = new CamelLines();

    /** Writes the catalogue of controls. CAMEL requires a domain and a subdomain; both refer to the same domain. */
    void controls(ApplicationModel application) {
        Set<String> domains = new TreeSet<>();
        for (SecurityControl control : application.supplement().controls()) {
            String domain = control.domain().orElse(control.id());
            String id = "Domain" + domain.replaceAll("\\W", "_");
            if (domains.add(id)) {
                controls.line(2, "domain " + id + " { name " + CamelLines.quoted(domain) + " }");
            }
            controls.line(2, "security control " + CamelLines.name(control.id()) + " { name " + CamelLines.name(control.id())
                    + " domain Controls." + id + " sub-domain Controls." + id
                    + " specification " + CamelLines.quoted(control.specification().orElse("")) + " }");
        }
        application.components().forEach(component -> of(application, component).ifPresent(names ->
                needs.line(2, "security requirement " + CamelLines.name(component.id()) + "Guard { controls [ " + names + " ] }")));
    }

    /** References to the controls that a component requires. */
    static Optional<String> of(ApplicationModel application, Component component) {
        String names = application.supplement().controls().stream().filter(control -> control.componentIds().isEmpty()
                || control.componentIds().contains(component.id()))
                .map(control -> "Controls." + CamelLines.name(control.id())).collect(Collectors.joining(", "));
        return Optional.of(names).filter(any -> !any.isEmpty());
    }

    CamelLines controls() {
        return controls;
    }

    /** Lines of the requirement model. */
    CamelLines needs() {
        return needs;
    }

    CamelLines people() {
        return people;
    }

    /** @param left receives permissions that CAMEL's read and write permissions cannot express */
    void organisation(Organisation organisation, List<String> left) {
        people.line(2, "organisation " + CamelLines.name(organisation.name()) + " { email '' }");
        organisation.people().forEach(person -> person(person, left));
        organisation.roles().forEach(role -> role(role, left));
        organisation.people().forEach(person -> person.roles()
                .forEach(role -> people.line(2, "role assignment " + CamelLines.name(person.id()) + "Is" + CamelLines.name(role)
                + " { user " + CamelLines.name(person.id()) + " role " + CamelLines.name(role) + " assignment time 1970-01-01 }")));
        if (!organisation.roles().isEmpty()) {
            people.line(2, "model resource filter All { pattern TREE every-resource }");
        }
    }

    private void person(Person person, List<String> left) {
        String credentials = person.credentials().stream().findFirst().map(CamelLines::name).orElse("None");
        people.line(2, "user " + CamelLines.name(person.id()) + " { first name '' last name '' email "
                + CamelLines.quoted(person.mail().orElse("")) + " platform credentials " + credentials + " : '' }");
        person.credentials().stream().skip(1).forEach(more -> left.add("credentials " + more + " of person " + person.id()));
    }

    private void role(Role role, List<String> left) {
        String name = CamelLines.name(role.id());
        people.line(2, "role " + name);
        boolean writes = role.permissions().containsAll(Set.of(Permission.PLAN, Permission.DEPLOY));
        permission(name, "read", role.permissions().contains(Permission.VIEW));
        permission(name, "write", writes);
        role.permissions().stream().filter(may -> may == Permission.ADMINISTER || may != Permission.VIEW
                && !writes).forEach(may -> left.add("may " + may + " of role " + role.id()));
    }

    private void permission(String role, String action, boolean has) {
        if (has) {
            people.line(2, "permission " + role + "May" + action + " { role " + role + " action " + action
                    + " resource filter All start 1970-01-01 }");
        }
    }
}
