package org.caravan.cli.image;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.application.ApplicationModel;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.output.TextStream;
import org.caravan.cli.validation.DiagnosticDocument;
import org.caravan.client.ApiFault;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Severity;
import org.caravan.importers.ModelImport;
import org.caravan.importers.draft.Format;
import org.caravan.importers.draft.ImportOptions;
import org.caravan.importers.draft.Imported;
import org.caravan.importers.draft.SourceFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;

@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        description = "Converts Docker Compose files, Kubernetes manifests or CAMEL models into a model. Needs no server.",
        exitCodeList = {"0:Converted; there may be warnings.", "1:Not converted, or a file cannot be read or written."},
        footer = {"", "Example: caravan import docker-compose.yml -o shop.caravan"})
public final class ImportCommand implements Callable<Integer> {

    /** Maximum file size in bytes; a larger file is not a description of an application. */
    private static final long LARGEST = 16L << 20;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Files to convert together into one model.")
    private List<Path> files;

    @Option(names = "--format", paramLabel = "FORMAT",
            description = "Format: compose, kubernetes or camel (default: detected from the content).")
    private String format;

    @Option(names = "--name", paramLabel = "NAME", description = "Name of the application (default: taken from the files).")
    private String name;

    @Option(names = "--env-file", paramLabel = "FILE",
            description = "Values of variables of a Compose file (default: .env beside it); may be repeated.")
    private List<String> environmentFiles = List.of();

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", description = "File to write the model to (default: standard output).")
    private Path output;

    @Option(names = "--force", description = "Overwrites the output file.")
    private boolean force;

    @Option(names = "--summary", description = "Prints the number of findings of each kind instead of each finding.")
    private boolean summary;

    @Option(names = "--json", description = "Prints JSON: the model's text, unless it goes to a file, and what was not carried over.")
    private boolean json;

    @Override
    public Integer call() {
        Optional<Format> known = Optional.ofNullable(format).map(ImportCommand::format);
        if (output != null && Files.exists(output) && !force) {
            throw new ApiFault("file-exists", "The file " + output
                    + " already exists; nothing was changed.\n    Maybe choose another name, or overwrite it: --force");
        }
        ImportOptions options = new ImportOptions(known, Optional.ofNullable(name), environmentFiles, this::companion);
        Imported imported = ModelImport.of(files.stream().map(ImportCommand::read).toList(), options);
        imported.text().ifPresent(text -> {
            if (output != null) {
                write(text);
            }
        });
        if (json) {
            System.out.println(JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(document(imported)));
        } else {
            print(imported);
        }
        return imported.hasErrors() ? ExitCode.ERROR : ExitCode.DONE;
    }

    /** Findings go to standard error if the model goes to standard output. */
    private void print(Imported imported) {
        String findings = (summary ? counts(imported) : imported.diagnostics().stream().map(Diagnostic::text))
                .collect(Collectors.joining("\n"));
        if (!findings.isEmpty()) {
            System.err.println(findings);
        }
        if (output == null) {
            imported.text().ifPresent(TextStream.output()::content);
        } else {
            imported.model().ifPresent(model -> System.out.println(summary(model)));
        }
    }

    /** Errors are listed individually, because each must be corrected before there is a model. */
    private static Stream<String> counts(Imported imported) {
        Map<String, Long> numbers = imported.diagnostics().stream().filter(found -> found.severity() != Severity.ERROR)
                .collect(Collectors.groupingBy(Diagnostic::code, TreeMap::new, Collectors.counting()));
        return Stream.concat(imported.diagnostics().stream().filter(found -> found.severity() == Severity.ERROR).map(Diagnostic::text),
                numbers.entrySet().stream().map(entry -> "%5d  %s".formatted(entry.getValue(), entry.getKey())));
    }

    private String summary(ApplicationModel model) {
        return output + ": application " + model.name() + " with " + model.components().size()
                + (model.components().size() == 1 ? " component" : " components") + "; add users, requests and SLOs.\n"
                + "    Maybe read its comments, then: caravan validate " + output;
    }

    private Map<String, Object> document(Imported imported) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("accepted", !imported.hasErrors());
        document.put("application", imported.model().map(ApplicationModel::name).orElse(null));
        document.put("file", output == null || imported.hasErrors() ? null : output.toString());
        document.put("text", output == null ? imported.text().orElse(null) : null);
        List<Map<String, Object>> found = new ArrayList<>();
        imported.diagnostics().forEach(diagnostic -> found.add(DiagnosticDocument.of(diagnostic)));
        document.put("diagnostics", found);
        return document;
    }

    private static Format format(String name) {
        return List.of(Format.values()).stream().filter(known -> known.toString().equals(name)).findFirst()
                .orElseThrow(() -> new ApiFault("format-unknown",
                "Unknown format " + name + ".\n    Maybe use one of " + List.of(Format.values()) + "."));
    }

    /** Referenced files are resolved against the folder of the first file. */
    private Optional<String> companion(String path) {
        try {
            Path file = files.get(0).toAbsolutePath().resolveSibling(path);
            return !path.isEmpty() && Files.isRegularFile(file) ? Optional.of(read(file).text()) : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private void write(String text) {
        try {
            Files.writeString(output, text);
        } catch (IOException e) {
            throw new ApiFault("file-unwritable", "The file " + output + " cannot be written: " + e.getMessage()
                    + "\n    Maybe its folder does not exist.");
        }
    }

    /** Invalid UTF-8 becomes question marks: some files are in Latin-1, which only affects comments. */
    private static SourceFile read(Path file) {
        try {
            if (Files.size(file) > LARGEST) {
                throw new ApiFault("file-too-large", "The file " + file + " has more than " + (LARGEST >> 20)
                        + " MiB.\n    Maybe it is the wrong file.");
            }
            return new SourceFile(file.toString(), new String(Files.readAllBytes(file), StandardCharsets.UTF_8).replace('\uFFFD', '?'));
        } catch (IOException e) {
            throw new ApiFault("file-unreadable", "The file " + file + " cannot be read: " + e.getMessage()
                    + "\n    Maybe the path is relative to another folder than " + Path.of("").toAbsolutePath() + ".");
        }
    }
}
