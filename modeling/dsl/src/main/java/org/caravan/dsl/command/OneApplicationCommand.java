package org.caravan.dsl.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.VisibleText;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.dsl.ParsedModels;

/** Command {@code caravan VERB FILE… [-o FILE]}: writes a text about the single application in these files to standard output or a file. */
public final class OneApplicationCommand {

    private final String usage;
    private final Function<ParsedModels, String> text;

    /** @param text creates the text from valid models that contain exactly one application */
    public OneApplicationCommand(String usage, Function<ParsedModels, String> text) {
        this.usage = usage;
        this.text = text;
    }

    /** Returns the exit code: 0 if the text is written; otherwise 1, with the reasons on standard error. */
    public int run(Iterable<String> arguments) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        Optional<Path> out = Optional.empty();
        for (var words = arguments.iterator(); words.hasNext();) {
            String word = words.next();
            if (word.equals("-o") && words.hasNext()) {
                out = Optional.of(Path.of(words.next()));
            } else if (Files.isReadable(Path.of(word))) {
                texts.put(word, Files.readString(Path.of(word)));
            } else {
                return refused("File " + word + " cannot be read.");
            }
        }
        return texts.isEmpty() ? refused("No file is named.") : write(CaravanLanguage.parse(FilesOnDisk.with(texts)), out);
    }

    /** Prints the error with the usage as suggestion; returns exit code 1. */
    public int refused(String message) {
        return refused(message, usage);
    }

    private static int refused(String message, String suggestion) {
        System.err.println(VisibleText.of(message + "\n    Maybe " + suggestion));
        return 1;
    }

    private int write(ParsedModels models, Optional<Path> out) throws IOException {
        if (models.hasErrors()) {
            models.diagnostics().stream().map(Diagnostic::text).map(VisibleText::of).forEach(System.err::println);
            return 1;
        }
        if (models.applications().size() != 1) {
            return refused("These files describe " + models.applications().size() + " applications instead of one.",
                    "name the files of one application.");
        }
        String written = text.apply(models);
        if (out.isPresent()) {
            Files.writeString(out.get(), written);
        } else {
            System.out.write((System.console() == null ? written : VisibleText.of(written)).getBytes(StandardCharsets.UTF_8));
            System.out.flush();
        }
        return 0;
    }
}
