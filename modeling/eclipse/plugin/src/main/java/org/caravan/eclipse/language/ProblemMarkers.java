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

/** What the language server says of files, as markers; this is its client. */
public final class ProblemMarkers implements LanguageClient {

    public static final String KIND = "org.caravan.eclipse.problem";
    public static final String CODE = "code";

    private final Map<String, List<Diagnostic>> said = new ConcurrentHashMap<>();

    ProblemMarkers() {}

    /** What was said last of a file. */
    public List<Diagnostic> of(String uri) {
        return said.getOrDefault(uri, List.of());
    }

    @Override
    public void publishDiagnostics(PublishDiagnosticsParams published) {
        said.put(published.getUri(), published.getDiagnostics());
        Places.file(published.getUri()).ifPresent(file -> mark(file, published.getUri()));
    }

    /** As a job, since the workspace may be locked by whoever made the server look. The last one finds what was said last. */
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
            // The text is shorter by now; the next message of the server has the right place, and the line is near enough until then.
            ILog.get().info("A problem's place is gone: " + message(diagnostic));
        }
        return attributes;
    }

    static String message(Diagnostic diagnostic) {
        return diagnostic.getMessage().isLeft() ? diagnostic.getMessage().getLeft() : diagnostic.getMessage().getRight().getValue();
    }

    /** The stable code of a rule; empty where it has none. */
    public static String code(Diagnostic diagnostic) {
        return diagnostic.getCode() == null ? "" : diagnostic.getCode().isLeft() ? diagnostic.getCode().getLeft() : diagnostic.getCode().getRight().toString();
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
