package org.caravan.exporters;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.caravan.dsl.ParsedModels;
import org.caravan.dsl.command.OneApplicationCommand;

/**
 * Command {@code caravan export --camel FILE… [-o FILE]}: writes the single application in these files as a CAMEL model. Omitted elements
 * are reported on standard error.
 */
public final class Main {

    private static final String FORMAT = "--camel";
    private static final OneApplicationCommand COMMAND = new OneApplicationCommand("caravan export --camel FILE... [-o FILE.camel]",
            Main::camel);

    private Main() {}

    /** Exits with 0 if the model is written, otherwise with 1. */
    public static void main(String[] arguments) throws IOException {
        System.exit(run(arguments));
    }

    static int run(String[] arguments) throws IOException {
        List<String> others = new ArrayList<>(List.of(arguments));
        return others.remove(FORMAT) ? COMMAND.run(others) : COMMAND.refused("The format is not said.");
    }

    private static String camel(ParsedModels models) {
        CamelText camel = CamelText.of(models.applications().get(0), models.organisations());
        camel.left().forEach(left -> System.err.println("left out: " + left));
        return camel.text();
    }
}
