package org.caravan.writer;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.application.ApplicationModel;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.organisation.Organisation;
import org.caravan.organisation.Permission;
import org.caravan.organisation.Person;
import org.caravan.text.TextRule;

/**
 * Writes models as text of the Caravan language; parsing the text gives an equal record.
 *
 * <p>A record can contain values that the language cannot express, for example a name with a space or shares that miss 100 % by a rounding
 * error. Such a record causes an {@link IllegalArgumentException} that names the value; no invalid text is written.
 */
public final class ModelText {

    private ModelText() {}

    /** An application. */
    public static String of(ApplicationModel application) {
        return of(application, Remarks.NONE);
    }

    /** An application with comments for its reader. */
    public static String of(ApplicationModel application, Remarks remarks) {
        Lines lines = new Lines();
        new ApplicationWriter(lines, remarks).write(application);
        return lines.text();
    }

    /** Infrastructure. Records do not contain provisioning offers without hosts, so the text does not contain them either. */
    public static String of(Infrastructure infrastructure) {
        Lines lines = new Lines();
        new InfrastructureWriter(lines, infrastructure).write();
        return lines.text();
    }

    /** An organisation. */
    public static String of(Organisation organisation) {
        Lines lines = new Lines();
        new OrganisationWriter(lines).write(organisation);
        return lines.text();
    }

    /** Quoted text of the language, for callers that show part of a model. */
    public static String quoted(String text) {
        return Words.quoted(text);
    }

    /** Comment lines, for any text. */
    static List<String> commented(List<String> remarks) {
        return remarks.stream()
                .flatMap(remark -> remark.isEmpty() ? Stream.of("") : remark.lines())
                .map(line -> ("// " + TextRule.LINE.cleaned(line)).stripTrailing())
                .toList();
    }

    /** Writes an organisation: the permissions of its roles, then the people with their roles. */
    static final class OrganisationWriter {

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
}
