package org.caravan.dsl.ide;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.RenameParams;
import org.eclipse.lsp4j.SemanticTokensLegend;
import org.eclipse.lsp4j.SemanticTokensParams;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;
import org.eclipse.lsp4j.WorkspaceEdit;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.xtext.ide.server.LanguageServerImpl;

/** A language server in this VM that knows one folder, as a workbench has it. */
final class Session implements AutoCloseable {

    private static final long LIMIT_S = 120;

    private final LanguageServerImpl server = LanguageService.create();
    private final Path folder;
    private final SemanticTokensLegend legend;
    private int version = 1;

    Session(Path folder) throws Exception {
        this.folder = folder;
        InitializeParams hello = new InitializeParams();
        hello.setCapabilities(new ClientCapabilities());
        hello.setWorkspaceFolders(List.of(new WorkspaceFolder(folder.toUri().toString(), "project")));
        InitializeResult can = server.initialize(hello).get(LIMIT_S, TimeUnit.SECONDS);
        legend = can.getCapabilities().getSemanticTokensProvider().getLegend();
        server.initialized(new InitializedParams());
    }

    void open(String file, String text) {
        server.didOpen(new DidOpenTextDocumentParams(new TextDocumentItem(uri(file), "caravan", version, text)));
    }

    void change(String file, String text) {
        server.didChange(new DidChangeTextDocumentParams(new VersionedTextDocumentIdentifier(uri(file), ++version),
                List.of(new TextDocumentContentChangeEvent(text))));
    }

    Drawing picture(String file) throws Exception {
        return answer(one -> ((Pictures) one).picture(new TextDocumentIdentifier(uri(file))));
    }

    /** Each as {@code text kind modifiers}, in the order of the text. */
    List<String> names(String file, String text) throws Exception {
        List<Integer> numbers = answer(one -> one.semanticTokensFull(new SemanticTokensParams(new TextDocumentIdentifier(uri(file)))))
                .getData();
        List<String> lines = text.lines().toList();
        List<String> names = new ArrayList<>();
        int line = 0;
        int character = 0;
        for (int i = 0; i < numbers.size(); i += 5) {
            character = numbers.get(i) == 0 ? character + numbers.get(i + 1) : numbers.get(i + 1);
            line += numbers.get(i);
            String modifier = numbers.get(i + 4) == 1 << legend.getTokenModifiers().indexOf("declaration") ? " declaration" : "";
            names.add(lines.get(line).substring(character, character + numbers.get(i + 2)) + " "
                    + legend.getTokenTypes().get(numbers.get(i + 3)) + modifier);
        }
        return names;
    }

    /** How many places a new name would change. */
    int renamed(String file, int line, int character) throws Exception {
        WorkspaceEdit edit = answer(one -> one.rename(new RenameParams(new TextDocumentIdentifier(uri(file)), new Position(line, character),
                "other")));
        return edit.getChanges().get(uri(file)).stream().distinct().toList().size();
    }

    private <T> T answer(Function<LanguageServerImpl, CompletableFuture<T>> question) throws Exception {
        return question.apply(server).get(LIMIT_S, TimeUnit.SECONDS);
    }

    private String uri(String file) {
        return folder.resolve(file).toUri().toString();
    }

    @Override
    public void close() {
        server.getRequestManager().shutdown();
    }
}
