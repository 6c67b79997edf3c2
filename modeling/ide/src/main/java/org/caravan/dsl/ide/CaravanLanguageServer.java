package org.caravan.dsl.ide;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.caravan.dsl.syntax.RootCauses;
import org.caravan.dsl.wording.Suggestion;
import org.eclipse.emf.common.util.URI;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.xtext.ide.server.LanguageServerImpl;
import org.eclipse.xtext.validation.Issue;

/** Language server with the diagnostics of the command line: without consequential errors, and with suggestions on their own line. */
class CaravanLanguageServer extends LanguageServerImpl implements Pictures {

    /** Editors need not send a root: newer ones send only folders, and an editor that opens a single file sends nothing. */
    @Override
    @SuppressWarnings("deprecation")
    public CompletableFuture<InitializeResult> initialize(InitializeParams params) {
        if (params.getRootUri() == null && params.getRootPath() == null) {
            List<WorkspaceFolder> folders = params.getWorkspaceFolders();
            params.setRootUri(folders == null || folders.isEmpty() ? emptyFolder() : folders.get(0).getUri());
        }
        return super.initialize(params);
    }

    private static String emptyFolder() {
        try {
            Path folder = Files.createTempDirectory("caravan-no-project");
            folder.toFile().deleteOnExit();
            return folder.toUri().toString();
        } catch (IOException e) {
            throw new UncheckedIOException("no temporary folder could be made", e);
        }
    }

    @Override
    public CompletableFuture<Drawing> picture(TextDocumentIdentifier text) {
        URI uri = URI.createURI(text.getUri());
        return getRequestManager().runRead(cancelled -> getWorkspaceManager().doRead(uri, (document, resource) -> resource == null
                ? Drawing.none("This text is in no project that the language server knows.")
                : new ProjectPicture(resource, getWorkspaceManager().getProjectManager(uri)).draw()));
    }

    @Override
    protected List<Diagnostic> toDiagnostics(Iterable<? extends Issue> issues) {
        List<Issue> all = new ArrayList<>();
        issues.forEach(all::add);
        return super.toDiagnostics(RootCauses.of(all));
    }

    @Override
    protected Diagnostic toDiagnostic(Issue issue) {
        Diagnostic diagnostic = super.toDiagnostic(issue);
        diagnostic.setSource("caravan");
        Suggestion.text(issue.getData()).ifPresent(suggestion -> diagnostic.setMessage(issue.getMessage() + "\nMaybe " + suggestion));
        return diagnostic;
    }
}
