package org.caravan.dsl.ide;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionContext;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DocumentFormattingParams;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.DocumentSymbolCapabilities;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.FormattingOptions;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.MessageActionItem;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.ReferenceContext;
import org.eclipse.lsp4j.ReferenceParams;
import org.eclipse.lsp4j.RenameParams;
import org.eclipse.lsp4j.ShowMessageRequestParams;
import org.eclipse.lsp4j.TextDocumentClientCapabilities;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.WorkspaceEdit;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.launch.LSPLauncher;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageServer;
import org.eclipse.lsp4j.services.TextDocumentService;
import org.eclipse.xtext.ide.server.Document;

/** A client of the language server with one file open; places are named by the text they follow or begin. */
final class Editor implements LanguageClient {

    private static final long LIMIT_S = 120;

    private final BlockingQueue<PublishDiagnosticsParams> published = new LinkedBlockingQueue<>();
    private Process process;
    private LanguageServer server;
    private Path folder;
    private String uri;
    private Document text;

    static Editor start(Path folder) throws Exception {
        Editor editor = new Editor();
        editor.folder = folder;
        editor.process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")), Main.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        Launcher<LanguageServer> launcher = LSPLauncher.createClientLauncher(editor, editor.process.getInputStream(),
                editor.process.getOutputStream());
        launcher.startListening();
        editor.server = launcher.getRemoteProxy();
        InitializeParams hello = new InitializeParams();
        hello.setWorkspaceFolders(List.of(new WorkspaceFolder(folder.toUri().toString(), "project")));
        TextDocumentClientCapabilities can = new TextDocumentClientCapabilities();
        can.setDocumentSymbol(new DocumentSymbolCapabilities());
        can.getDocumentSymbol().setHierarchicalDocumentSymbolSupport(true);
        ClientCapabilities capabilities = new ClientCapabilities();
        capabilities.setTextDocument(can);
        hello.setCapabilities(capabilities);
        editor.server.initialize(hello).get(LIMIT_S, TimeUnit.SECONDS);
        editor.server.initialized(new InitializedParams());
        return editor;
    }

    /** @return what the server says of this text, in its order */
    List<Diagnostic> open(String file, String content) throws Exception {
        uri = folder.resolve(file).toUri().toString();
        text = new Document(1, content);
        said(uri); // of the file as it lies in the folder
        documents().didOpen(new DidOpenTextDocumentParams(new TextDocumentItem(uri, "caravan", 1, content)));
        return said(uri).stream().sorted(Comparator.comparing(found -> found.getRange().getStart().getLine())).toList();
    }

    private List<Diagnostic> said(String file) throws InterruptedException {
        while (true) {
            PublishDiagnosticsParams said = published.poll(LIMIT_S, TimeUnit.SECONDS);
            if (said == null) {
                throw new AssertionError("the server said nothing of " + file);
            }
            if (said.getUri().equals(file)) {
                return said.getDiagnostics();
            }
        }
    }

    List<CodeAction> actions(List<Diagnostic> marked) throws Exception {
        return documents().codeAction(new CodeActionParams(document(), marked.get(0).getRange(), new CodeActionContext(marked)))
                .get(LIMIT_S, TimeUnit.SECONDS).stream().map(Either::getRight).toList();
    }

    /** @param before text at whose end the cursor stands */
    List<String> proposals(String before) throws Exception {
        Position cursor = text.getPosition(text.getContents().indexOf(before) + before.length());
        List<String> labels = new ArrayList<>();
        var answer = documents().completion(new CompletionParams(document(), cursor)).get(LIMIT_S, TimeUnit.SECONDS);
        (answer.isLeft() ? answer.getLeft() : answer.getRight().getItems()).stream().map(CompletionItem::getLabel).forEach(labels::add);
        return labels;
    }

    String hover(String at) throws Exception {
        return documents().hover(new HoverParams(document(), begin(at))).get(LIMIT_S, TimeUnit.SECONDS).getContents().getRight().getValue();
    }

    Position definition(String at) throws Exception {
        return documents().definition(new DefinitionParams(document(), begin(at))).get(LIMIT_S, TimeUnit.SECONDS).getLeft().get(0)
                .getRange().getStart();
    }

    List<Position> references(String at) throws Exception {
        return documents().references(new ReferenceParams(document(), begin(at), new ReferenceContext(true))).get(LIMIT_S, TimeUnit.SECONDS)
                .stream().map(Location::getRange).map(Range::getStart).distinct().toList();
    }

    List<Position> rename(String at, String name) throws Exception {
        WorkspaceEdit edit = documents().rename(new RenameParams(document(), begin(at), name)).get(LIMIT_S, TimeUnit.SECONDS);
        List<TextEdit> edits = edit.getChanges() != null ? edit.getChanges().get(uri)
                : edit.getDocumentChanges().stream().map(Either::getLeft).filter(change -> change.getTextDocument().getUri().equals(uri))
                .findFirst().orElseThrow()
                        .getEdits().stream().map(one -> one.isLeft() ? one.getLeft() : null).toList();
        return edits.stream().map(TextEdit::getRange).map(Range::getStart).toList();
    }

    /** @return how many places a renaming changes, by file */
    Map<String, Integer> renamedFiles(String at, String name) throws Exception {
        WorkspaceEdit edit = documents().rename(new RenameParams(document(), begin(at), name)).get(LIMIT_S, TimeUnit.SECONDS);
        Map<String, Integer> places = new TreeMap<>();
        edit.getChanges().forEach((file, edits) -> places.put(file.substring(file.lastIndexOf('/') + 1), edits.size()));
        return places;
    }

    List<String> outline() throws Exception {
        List<String> names = new ArrayList<>();
        documents().documentSymbol(new DocumentSymbolParams(document())).get(LIMIT_S, TimeUnit.SECONDS)
                .forEach(symbol -> collect(symbol.getRight(), names));
        return names;
    }

    private static void collect(DocumentSymbol symbol, List<String> names) {
        names.add(symbol.getKind() + " " + symbol.getName());
        symbol.getChildren().forEach(child -> collect(child, names));
    }

    String formatted() throws Exception {
        List<? extends TextEdit> edits = documents().formatting(new DocumentFormattingParams(document(), new FormattingOptions(2, true)))
                .get(LIMIT_S, TimeUnit.SECONDS);
        // From the end on, so that what an edit moves has been edited already.
        List<TextEdit> backwards = new ArrayList<>(edits);
        backwards.sort(Comparator.comparing((TextEdit edit) -> text.getOffSet(edit.getRange().getStart())).reversed());
        return text.applyChanges(backwards).getContents();
    }

    /** @return the exit code of the process */
    int end() throws Exception {
        server.shutdown().get(LIMIT_S, TimeUnit.SECONDS);
        server.exit();
        process.waitFor(LIMIT_S, TimeUnit.SECONDS);
        return process.exitValue();
    }

    /** Goes without a word; returns the exit code of the server. */
    int die() throws Exception {
        process.getOutputStream().close();
        process.waitFor(LIMIT_S, TimeUnit.SECONDS);
        return process.exitValue();
    }

    private Position begin(String at) {
        return text.getPosition(text.getContents().indexOf(at));
    }

    private TextDocumentIdentifier document() {
        return new TextDocumentIdentifier(uri);
    }

    private TextDocumentService documents() {
        return server.getTextDocumentService();
    }

    @Override
    public void publishDiagnostics(PublishDiagnosticsParams diagnostics) {
        published.add(diagnostics);
    }

    @Override
    public void telemetryEvent(Object event) {}

    @Override
    public void showMessage(MessageParams message) {}

    @Override
    public CompletableFuture<MessageActionItem> showMessageRequest(ShowMessageRequestParams request) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void logMessage(MessageParams message) {}
}
