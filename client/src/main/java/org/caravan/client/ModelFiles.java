package org.caravan.client;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.caravan.api.model.FilesOrder;
import org.caravan.api.model.ValidationView;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Model files to be submitted to the server, which first validates all of them together. */
public final class ModelFiles {

    private final Map<String, String> texts;
    private final boolean infrastructureToo;

    /** @throws ApiFault {@code file-unreadable} */
    public ModelFiles(List<Path> files) {
        this(read(files));
    }

    /** @param texts texts by file name; the names appear only in diagnostics */
    public ModelFiles(Map<String, String> texts) {
        this(texts, true);
    }

    private ModelFiles(Map<String, String> texts, boolean infrastructureToo) {
        this.texts = texts;
        this.infrastructureToo = infrastructureToo;
    }

    /** Submits only the applications of the texts; an infrastructure among them is submitted by its own operator. */
    public static ModelFiles ofApplications(Map<String, String> texts) {
        return new ModelFiles(texts, false);
    }

    /** Texts by file name, including files that the models refer to. */
    public Map<String, String> texts() {
        return Collections.unmodifiableMap(texts);
    }

    /** Validates all files together on the server; nothing is stored. */
    public Answer<ValidationView> validation(Api api) {
        return api.post(ApiPath.of("models", "validation"), body(), ValidationView.class);
    }

    /**
     * Validates as {@link #validation}, and fails unless the model is accepted.
     *
     * @throws ApiFault {@code model-rejected}, with all diagnostics
     */
    public ValidationView accepted(Api api) {
        Answer<ValidationView> answer = validation(api);
        ValidationView verdict = answer.value();
        if (!verdict.accepted()) {
            throw new ApiFault("model-rejected", ServerRefusal.diagnostics(verdict.diagnostics()) + "\nNothing was changed.",
                    rejected(verdict, answer.document()));
        }
        return verdict;
    }

    /**
     * Stores the infrastructure and the applications of the files on the server.
     *
     * @return names of the applications
     */
    public List<String> handOver(Api api) {
        return submitted(api).applications();
    }

    /**
     * What was submitted.
     *
     * @param applications their names
     * @param plannings ids of the plannings that the server began for new models, by application
     */
    public record Submitted(List<String> applications, Map<String, String> plannings) {

        public Submitted {
            applications = List.copyOf(applications);
            plannings = Map.copyOf(plannings);
        }
    }

    /** As {@link #handOver}; also returns the plannings that the server began. */
    public Submitted submitted(Api api) {
        ValidationView verdict = accepted(api);
        if (infrastructureToo && !verdict.infrastructures().isEmpty()) {
            api.put(ApiPath.of("infrastructure"), body());
        }
        Map<String, String> plannings = new LinkedHashMap<>();
        verdict.applications().forEach(name -> api.putModel(name, body()).ifPresent(id -> plannings.put(name, id)));
        return new Submitted(verdict.applications(), plannings);
    }

    private FilesOrder body() {
        return new FilesOrder(texts);
    }

    private static Map<String, String> read(List<Path> files) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Path file : files) {
            String text = read(file);
            texts.put(file.toString(), text);
            ReferencedFiles.of(file.toString(), text).stream().map(Path::of).filter(Files::isReadable)
                    .forEach(named -> texts.put(named.toString(), read(named)));
        }
        return texts;
    }

    /** Problem document with the same members as the server's refusal. */
    private static JsonNode rejected(ValidationView verdict, JsonNode document) {
        ObjectNode problem = JsonMapper.builder().build().createObjectNode();
        int count = verdict.diagnostics().size();
        problem.put("detail", "The model has " + count + (count == 1 ? " problem" : " problems") + "; nothing was changed.");
        problem.put("suggestion", "fix the problems listed in the diagnostics.").set("diagnostics", document.path("diagnostics"));
        return problem;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new ApiFault("file-unreadable", "The model file " + file + " is not text: it is not UTF-8."
                    + "\n    Maybe another file is meant; names of models end with .caravan.");
        } catch (IOException e) {
            throw new ApiFault("file-unreadable", "The model file " + file + " cannot be read: " + reason(file, e)
                    + "\n    Maybe the path is relative to another folder than " + Path.of("").toAbsolutePath() + ".");
        }
    }

    /** For a missing file, the exception message is only the file name. */
    private static String reason(Path file, IOException e) {
        return Files.isDirectory(file) ? "it is a folder" : e instanceof NoSuchFileException ? "there is no such file" : e.getMessage();
    }
}
