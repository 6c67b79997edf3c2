package org.caravan.eclipse.server;

import java.util.HashMap;
import java.util.Map;
import org.caravan.client.Api;
import org.caravan.client.ServerRefusal;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import tools.jackson.databind.JsonNode;

/** Validates all models of a project together on the server and marks the problems. Public because the workbench instantiates it. */
public final class Validate extends ServerCommand {

    /** Separate from the markers of the editor: server results stay until the next validation. */
    private static final String VERDICT = "org.caravan.eclipse.verdict";

    public Validate() {
        super("Validate on server");
    }

    @Override
    void run(ProjectModels models, Api api, PlanView view) throws CoreException {
        JsonNode verdict = models.files().validation(api);
        ResourcesPlugin.getWorkspace().run(monitor -> mark(models, verdict.path("diagnostics")), null);
        if (!verdict.path("diagnostics").isEmpty()) {
            view.line(ServerRefusal.diagnostics(verdict.path("diagnostics")));
        }
        view.line(verdict.path("accepted").asBoolean() ? "Accepted. Nothing was changed." : "Not accepted. Nothing was changed.");
    }

    private static void mark(ProjectModels models, JsonNode diagnostics) throws CoreException {
        models.project().deleteMarkers(VERDICT, false, IResource.DEPTH_INFINITE);
        for (JsonNode diagnostic : diagnostics.valueStream().distinct().toList()) {
            IFile file = models.project().getFile(diagnostic.path("file").asString("?"));
            (file.exists() ? file : models.project()).createMarker(VERDICT, attributes(diagnostic));
        }
    }

    private static Map<String, Object> attributes(JsonNode diagnostic) {
        Map<String, Object> attributes = new HashMap<>();
        String suggestion = diagnostic.path("suggestion").asString("");
        attributes.put(IMarker.MESSAGE, diagnostic.path("message").asString() + (suggestion.isEmpty() ? "" : "\nMaybe " + suggestion));
        attributes.put(IMarker.LINE_NUMBER, diagnostic.path("line").asInt(1));
        attributes.put(IMarker.SEVERITY, diagnostic.path("severity").asString("").equalsIgnoreCase("error") ? IMarker.SEVERITY_ERROR
                : IMarker.SEVERITY_WARNING);
        return attributes;
    }
}
