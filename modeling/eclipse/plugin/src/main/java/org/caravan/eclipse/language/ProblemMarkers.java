package org.caravan.eclipse.language;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.WorkspaceJob;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IRegion;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.eclipse.lsp4j.MessageActionItem;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.ShowMessageRequestParams;
import org.eclipse.lsp4j.services.LanguageClient;

/** Language client that shows the diagnostics of the language server as markers. */
public final class ProblemMarkers implements LanguageClient {

    public static final String KIND = "org.caravan.eclipse.problem";
    public static final String CODE = "code";

    private final Map<String, List<Diagnostic>> said = new ConcurrentHashMap<>();

    ProblemMarkers() {}

    /** Latest diagnostics of a file. */
    public List<Diagnostic> of(String uri) {
        return said.getOrDefault(uri, List.of());
    }

    @Override
    public void publishDiagnostics(PublishDiagnosticsParams published) {
        said.put(published.getUri(), published.getDiagnostics());
        Places.file(published.getUri()).ifPresent(file -> mark(file, published.getUri()));
    }

    /**
     * Runs as a job, because the caller that triggered the server may hold a lock on the workspace. The last job uses the latest
     * diagnostics.
     */
    private void mark(IFile file, String uri) {
        WorkspaceJob job = new WorkspaceJob("Caravan problems of " + file.getName()) {
            @Override
            public IStatus runInWorkspace(IProgressMonitor monitor) throws CoreException {
                if (file.exists()) {
                    file.deleteMarkers(KIND, false, IResource.DEPTH_ZERO);
                    IDocument text = Places.document(file);
                    for (Diagnostic diagnostic : of(uri)) {
                        file.createMarker(KIND, attributes(text, diagnostic));
                    }
                }
                return Status.OK_STATUS;
            }
        };
        job.setSystem(true);
        job.setRule(file);
        job.schedule();
    }

    private static Map<String, Object> attributes(IDocument text, Diagnostic diagnostic) {
        Map<String, Object> attributes = new HashMap<>();
        attributes.put(IMarker.MESSAGE, message(diagnostic));
        attributes.put(IMarker.LINE_NUMBER, diagnostic.getRange().getStart().getLine() + 1);
        attributes.put(IMarker.SEVERITY, severity(diagnostic.getSeverity()));
        attributes.put(CODE, code(diagnostic));
        try {
            IRegion region = Places.region(text, diagnostic.getRange());
            attributes.put(IMarker.CHAR_START, region.getOffset());
            attributes.put(IMarker.CHAR_END, region.getOffset() + region.getLength());
        } catch (BadLocationException e) {
            // The text has become shorter. The next message of the server has the correct position; until then the line is close enough.
            ILog.get().info("A problem's place is gone: " + message(diagnostic));
        }
        return attributes;
    }

    static String message(Diagnostic diagnostic) {
        return diagnostic.getMessage().isLeft() ? diagnostic.getMessage().getLeft() : diagnostic.getMessage().getRight().getValue();
    }

    /** Stable code of the rule; empty if the diagnostic has none. */
    public static String code(Diagnostic diagnostic) {
        return diagnostic.getCode() == null ? "" : diagnostic.getCode().isLeft() ? diagnostic.getCode().getLeft()
                : diagnostic.getCode().getRight().toString();
    }

    private static int severity(DiagnosticSeverity severity) {
        return severity == DiagnosticSeverity.Error ? IMarker.SEVERITY_ERROR
                : severity == DiagnosticSeverity.Warning ? IMarker.SEVERITY_WARNING : IMarker.SEVERITY_INFO;
    }

    @Override
    public void telemetryEvent(Object event) {}

    @Override
    public void showMessage(MessageParams message) {
        ILog.get().info(message.getMessage());
    }

    @Override
    public CompletableFuture<MessageActionItem> showMessageRequest(ShowMessageRequestParams request) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void logMessage(MessageParams message) {
        ILog.get().info(message.getMessage());
    }
}
