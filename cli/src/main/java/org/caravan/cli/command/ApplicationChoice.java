package org.caravan.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.caravan.api.application.ApplicationSummary;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.ApiPath;
import org.caravan.client.ModelFiles;

/** Selects the application of a command: the one in its files, the named one, or the server's only one. */
public final class ApplicationChoice {

    private final Api api;

    public ApplicationChoice(Api api) {
        this.api = api;
    }

    /** @param planning id of the planning that the server began for the submitted model */
    public record Chosen(String name, Optional<String> planning) {}

    /** Submits the files first, if there are any. */
    public Chosen choose(List<Path> files, String named) {
        if (files == null || files.isEmpty()) {
            return new Chosen(choose(named), Optional.empty());
        }
        ModelFiles.Submitted submitted = new ModelFiles(files).submitted(api);
        String name = named != null ? named : only(submitted.applications(), "the files model");
        return new Chosen(name, Optional.ofNullable(submitted.plannings().get(name)));
    }

    public String choose(String named) {
        if (named != null) {
            return named;
        }
        List<String> known = api.list(ApiPath.of("applications"), ApplicationSummary.class).value().stream()
                .filter(application -> !application.state().equals("DESTROYED")).map(ApplicationSummary::name)
                .toList();
        return only(known, "the server has");
    }

    private static String only(List<String> names, String where) {
        if (names.size() != 1) {
            throw new ApiFault("which-application", "Which application is meant? Here " + where + " " + names.size() + ": "
                    + names + "\n    Maybe " + (names.isEmpty() ? "pass a file with a model of it."
                            : "name it after the command, or with --application."));
        }
        return names.get(0);
    }
}
