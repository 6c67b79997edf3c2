package org.caravan.writer;

import java.util.stream.Collectors;
import org.caravan.organisation.Organisation;
import org.caravan.organisation.Permission;
import org.caravan.organisation.Person;

/** Writes an organisation: the permissions of its roles, then the people with their roles. */
final class OrganisationWriter {

    private final Lines lines;

    OrganisationWriter(Lines lines) {
        this.lines = lines;
    }

    void write(Organisation organisation) {
        lines.block("organisation " + Words.name(organisation.name()), () -> {
            organisation.roles().forEach(role -> lines.line("role " + Words.name(role.id()) + " { may "
                    + role.permissions().stream().map(Permission::toString).collect(Collectors.joining(", ")) + " }"));
            organisation.people().forEach(this::person);
        });
    }

    private void person(Person person) {
        lines.block("person " + Words.name(person.id()), () -> {
            person.mail().ifPresent(mail -> lines.line("mail " + Words.quoted(mail)));
            if (!person.roles().isEmpty()) {
                lines.line("roles " + Words.names(person.roles()));
            }
            if (!person.credentials().isEmpty()) {
                lines.line("credentials " + Words.names(person.credentials()));
            }
        });
    }
}
