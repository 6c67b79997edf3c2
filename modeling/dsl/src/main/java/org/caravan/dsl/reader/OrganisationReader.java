package org.caravan.dsl.reader;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.dsl.caravan.OrganisationDeclaration;
import org.caravan.dsl.caravan.PersonDeclaration;
import org.caravan.dsl.caravan.RoleDeclaration;
import org.caravan.organisation.Organisation;
import org.caravan.organisation.Permission;
import org.caravan.organisation.Person;
import org.caravan.organisation.Role;

/** Converts a validated organisation declaration into its record. */
public final class OrganisationReader {

    private OrganisationReader() {}

    public static Organisation read(OrganisationDeclaration organisation) {
        return new Organisation(
                organisation.getName(),
                organisation.getPeople().stream().map(OrganisationReader::person).toList(),
                organisation.getRoles().stream().map(OrganisationReader::role).toList());
    }

    private static Person person(PersonDeclaration person) {
        return new Person(person.getName(), Optional.ofNullable(person.getMail()),
                person.getRoles().stream().map(RoleDeclaration::getName).collect(Collectors.toSet()), person.getCredentials());
    }

    private static Role role(RoleDeclaration role) {
        return new Role(role.getName(), role.getPermissions().stream()
                .map(word -> Permission.valueOf(word.toUpperCase(Locale.ROOT))).collect(Collectors.toSet()));
    }
}
