package org.caravan.writer;

import java.util.List;
import java.util.stream.Stream;
import org.caravan.application.ApplicationModel;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.organisation.Organisation;
import org.caravan.text.TextRule;

/**
 * Models as text of the Caravan language: reading the text gives an equal record.
 *
 * <p>A record can hold what the language cannot say, for example a name with a space or shares that miss 100 % by a rounding
 * error. Such a record throws {@link IllegalArgumentException}, which names it, rather than becoming a text that is refused.
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

    /** An infrastructure. What is rented by no host (an offer of a type nobody rents) is in no record, hence not in the text. */
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

    /** Text in quotes as the language writes it, for who shows a piece of a model. */
    public static String quoted(String text) {
        return Words.quoted(text);
    }

    /** Lines that are comments, whatever they say. */
    static List<String> commented(List<String> remarks) {
        return remarks.stream()
                .flatMap(remark -> remark.isEmpty() ? Stream.of("") : remark.lines())
                .map(line -> ("// " + TextRule.LINE.cleaned(line)).stripTrailing())
                .toList();
    }
}
