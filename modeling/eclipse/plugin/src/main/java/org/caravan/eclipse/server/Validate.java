package org.caravan.eclipse.server;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.caravan.api.model.ValidationView;
import org.caravan.api.problem.DiagnosticView;
import org.caravan.client.Api;
import org.caravan.client.ServerRefusal;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;

/** Validates all models of a project together on the server and marks the problems. Public because the workbench instantiates it. */
public final class Validate extends ServerCommand {

    /** Separate from the markers of the editor: server results stay until the next validation. */
    private static final String VERDICT = "org.caravan.eclipse.verdict";

    public Validate() {
        super("Validate on server");
    }

    @Override
    void run(ProjectModels models, Api api, PlanView view) throws CoreException {
        ValidationView verdict = models.files().validation(api).value();
        ResourcesPlugin.getWorkspace().run(monitor -> mark(models, verdict.diagnostics()), null);
        if (!verdict.diagnostics().isEmpty()) {
            view.line(ServerRefusal.diagnostics(verdict.diagnostics()));
        }
        view.line(verdict.accepted() ? "Accepted. Nothing was changed." : "Not accepted. Nothing was changed.");
    }

    private static void mark(ProjectModels models, List<DiagnosticView> diagnostics) throws CoreException {
        models.project().deleteMarkers(VERDICT, false, IResource.DEPTH_INFINITE);
        for (DiagnosticView diagnostic : diagnostics.stream().distinct().toList()) {
            IFile file = models.project().getFile(diagnostic.file().isEmpty() ? "?" : diagnostic.file());
            (file.exists() ? file : models.project()).createMarker(VERDICT, attributes(diagnostic));
        }
    }

    private static Map<String, Object> attributes(DiagnosticView diagnostic) {
        Map<String, Object> attributes = new HashMap<>();
        attributes.put(IMarker.MESSAGE, diagnostic.message()
                + (diagnostic.suggestion().isEmpty() ? "" : "\nMaybe " + diagnostic.suggestion()));
        attributes.put(IMarker.LINE_NUMBER, diagnostic.line() == null ? 1 : diagnostic.line());
        attributes.put(IMarker.SEVERITY, diagnostic.severity().equalsIgnoreCase("error") ? IMarker.SEVERITY_ERROR
                : IMarker.SEVERITY_WARNING);
        return attributes;
    }
}
