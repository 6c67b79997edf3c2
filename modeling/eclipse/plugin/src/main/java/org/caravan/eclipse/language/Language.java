package org.caravan.eclipse.language;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.caravan.dsl.ide.Drawing;
import org.caravan.dsl.ide.Keywords;
import org.caravan.dsl.ide.LanguageService;
import org.caravan.dsl.ide.Pictures;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IResourceChangeEvent;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.ILog;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.DocumentSymbolCapabilities;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.SemanticTokensParams;
import org.eclipse.lsp4j.TextDocumentClientCapabilities;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.WorkspaceClientCapabilities;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.xtext.ide.server.LanguageServerImpl;

/** The single language server of this workbench. It runs in the same JVM and is called without JSON serialisation. */
public final class Language {

    /** Timeout of a request. The caller may be the UI thread: a missing response is better than a blocked workbench. */
    private static final long LIMIT_S = 10;

    private static final long START_LIMIT_S = 120;

    private static Language started;

    private final LanguageServerImpl server = LanguageService.create();
    private final ProblemMarkers problems = new ProblemMarkers();

    private List<String> kinds = List.of();

    private Language() {}

    /** Returns the instance; the first call starts the server. */
    static synchronized Language get() {
        if (started == null) {
            Language language = new Language();
            language.begin();
            started = language;
        }
        return started;
    }

    /**
     * Sends a request to the server.
     *
     * @param what description of the request, for the log
     * @return empty if the server has no result, fails or exceeds the timeout; failures and timeouts are logged
     */
    public static <T> Optional<T> ask(String what, Function<LanguageServerImpl, CompletableFuture<T>> question) {
        try {
            return Optional.ofNullable(question.apply(get().server).get(LIMIT_S, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            ILog.get().warn("The language server did not answer: " + what, e);
        }
        return Optional.empty();
    }

    /** Latest diagnostics of all documents. */
    public static ProblemMarkers problems() {
        return get().problems;
    }

    /** Words that editors highlight as keywords. */
    public static Set<String> keywords() {
        get();
        return Keywords.of();
    }

    /** Names in a text with their positions and kinds. */
    public static List<NamedWord> names(TextDocumentIdentifier text) {
        return ask("names", server -> server.semanticTokensFull(new SemanticTokensParams(text)))
                .map(tokens -> NamedWord.of(tokens, get().kinds)).orElse(List.of());
    }

    /** Picture of the application that a text describes. */
    public static Optional<Drawing> picture(TextDocumentIdentifier text) {
        return ask("picture", server -> ((Pictures) server).picture(text));
    }

    LanguageServerImpl server() {
        return server;
    }

    private void begin() {
        server.connect(problems);
        InitializeParams hello = new InitializeParams();
        hello.setCapabilities(capabilities());
        hello.setWorkspaceFolders(projects());
        try {
            kinds = server.initialize(hello).get(START_LIMIT_S, TimeUnit.SECONDS).getCapabilities().getSemanticTokensProvider().getLegend()
                    .getTokenTypes();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the language server started", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the language server did not start", e);
        }
        server.initialized(new InitializedParams());
        ResourcesPlugin.getWorkspace().addResourceChangeListener(new ProjectChanges(server), IResourceChangeEvent.POST_CHANGE);
    }

    private static List<WorkspaceFolder> projects() {
        return Stream.of(ResourcesPlugin.getWorkspace().getRoot().getProjects())
                .filter(project -> project.isAccessible() && project.getLocationURI() != null).map(Language::folder).toList();
    }

    static WorkspaceFolder folder(IProject project) {
        return new WorkspaceFolder(Places.uri(project.getLocationURI()), project.getName());
    }

    private static ClientCapabilities capabilities() {
        TextDocumentClientCapabilities documents = new TextDocumentClientCapabilities();
        documents.setDocumentSymbol(new DocumentSymbolCapabilities());
        documents.getDocumentSymbol().setHierarchicalDocumentSymbolSupport(true);
        WorkspaceClientCapabilities workspace = new WorkspaceClientCapabilities();
        workspace.setWorkspaceFolders(true);
        ClientCapabilities capabilities = new ClientCapabilities();
        capabilities.setTextDocument(documents);
        capabilities.setWorkspace(workspace);
        return capabilities;
    }
}
