package org.caravan.server.editor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.caravan.dsl.ide.Keywords;
import org.caravan.dsl.ide.LanguageService;
import org.eclipse.lsp4j.jsonrpc.RemoteEndpoint;
import org.eclipse.lsp4j.jsonrpc.json.JsonRpcMethod;
import org.eclipse.lsp4j.jsonrpc.json.MessageJsonHandler;
import org.eclipse.lsp4j.jsonrpc.services.ServiceEndpoints;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.xtext.ide.server.LanguageServerImpl;

/** LSP session between an editor page and its language server. */
final class LanguageSession {

    interface Page {
        void tell(String message) throws IOException;
    }

    private final Draft draft;
    private final LanguageServerImpl server = LanguageService.create();
    private final MessageJsonHandler json;
    private final RemoteEndpoint endpoint;
    private final StringBuilder heard = new StringBuilder();

    LanguageSession(Draft draft, Page page) {
        this.draft = draft;
        Map<String, JsonRpcMethod> methods = new LinkedHashMap<>(ServiceEndpoints.getSupportedMethods(LanguageClient.class));
        methods.putAll(server.supportedMethods());
        this.json = new MessageJsonHandler(methods);
        this.endpoint = new RemoteEndpoint(message -> {
            try {
                page.tell(json.serialize(message));
            } catch (IOException e) {
                throw new UncheckedIOException("the page was closed", e);
            }
        }, new AllowedMethods(ServiceEndpoints.toEndpoint(server), draft, json.getGson()));
        json.setMethodProvider(endpoint);
        server.connect(ServiceEndpoints.toServiceObject(endpoint, LanguageClient.class));
    }

    /** Sends the draft's files to the page, before its first request. */
    void begin() {
        List<Map<String, String>> files = draft.texts().stream()
                .map(text -> Map.of("name", text.name(), "uri", text.uri(), "text", text.text())).toList();
        endpoint.notify("caravan/draft", Map.of("folder", draft.uri(), "files", files, "besides", draft.besides(), "keywords",
                Keywords.of()));
    }

    /**
     * Receives a fragment of a message.
     *
     * @return false if the message is longer than {@code most} characters
     */
    boolean hear(String piece, boolean last, int most) {
        heard.append(piece);
        if (heard.length() > most) {
            return false;
        }
        if (last) {
            String message = heard.toString();
            heard.setLength(0);
            endpoint.consume(json.parseMessage(message));
        }
        return true;
    }

    void end() {
        server.getRequestManager().shutdown();
        draft.close();
    }
}
