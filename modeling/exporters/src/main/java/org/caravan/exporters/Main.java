package org.caravan.exporters;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.dsl.ParsedModels;

/** {@code caravan export --camel FILE… [-o FILE]}: the one application that these files describe, as a CAMEL model. What is left out is told on standard error. */
public final class Main {

    private static final String USAGE = "caravan export --camel FILE... [-o FILE.camel]";

    private Main() {}

    /** Ends with 0 if it is written, with 1 if not. */
    public static void main(String[] arguments) throws IOException {
        System.exit(run(arguments));
    }

    static int run(String[] arguments) throws IOException {
        List<String> files = new ArrayList<>();
        Optional<Path> out = Optional.empty();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].equals("-o") && i + 1 < arguments.length) {
                out = Optional.of(Path.of(arguments[++i]));
            } else if (!arguments[i].equals("--camel")) {
                files.add(arguments[i]);
            }
        }
        if (!List.of(arguments).contains("--camel")) {
            return refused("The format is not said.", USAGE);
        }
        Map<String, String> texts = new LinkedHashMap<>();
        for (String file : files) {
            if (!Files.isReadable(Path.of(file))) {
                return refused("File " + file + " cannot be read.", USAGE);
            }
            texts.put(file, Files.readString(Path.of(file)));
        }
        return texts.isEmpty() ? refused("No file is named.", USAGE) : write(CaravanLanguage.parse(texts), out);
    }

    private static int write(ParsedModels models, Optional<Path> out) throws IOException {
        if (models.hasErrors()) {
            models.diagnostics().stream().map(Diagnostic::text).forEach(System.err::println);
            return 1;
        }
        if (models.applications().size() != 1) {
            return refused("These files describe " + models.applications().size() + " applications; a CAMEL model is of one.", "name the files of one application.");
        }
        CamelText camel = CamelText.of(models.applications().get(0));
        camel.left().forEach(left -> System.err.println("left out: " + left));
        if (out.isPresent()) {
            Files.writeString(out.get(), camel.text());
        } else {
            System.out.write(camel.text().getBytes(StandardCharsets.UTF_8));
            System.out.flush();
        }
        return 0;
    }

    private static int refused(String message, String suggestion) {
        System.err.println(message + "\n    Maybe " + suggestion);
        return 1;
    }
}
