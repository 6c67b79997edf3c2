package org.caravan.exporters;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.caravan.dsl.ParsedModels;
import org.caravan.dsl.command.OneApplicationCommand;

/** {@code caravan export --camel FILE… [-o FILE]}: the one application that these files describe, as a CAMEL model. What is left out is told on standard error. */
public final class Main {

    private static final String FORMAT = "--camel";
    private static final OneApplicationCommand COMMAND = new OneApplicationCommand("caravan export --camel FILE... [-o FILE.camel]", Main::camel);

    private Main() {}

    /** Ends with 0 if it is written, with 1 if not. */
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
