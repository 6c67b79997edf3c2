package org.caravan.server.editor;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.jsonrpc.Endpoint;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;

/**
 * Allow-list of protocol methods: all requests about texts of the page's own draft. Other files of this machine are refused, and also the
 * method {@code exit}, which would end the process.
 */
final class AllowedMethods implements Endpoint {

    private static final Set<String> BEGINNING = Set.of("initialize", "initialized");
    private static final String PICTURE = "caravan/picture";

    private final Endpoint server;
    private final Draft draft;
    private final Gson gson;

    AllowedMethods(Endpoint server, Draft draft, Gson gson) {
        this.server = server;
        this.draft = draft;
        this.gson = gson;
    }

    @Override
    public CompletableFuture<?> request(String method, Object about) {
        if (!permitted(method, about)) {
            throw new ResponseErrorException(new ResponseError(ResponseErrorCode.InvalidRequest, method
                    + " is not for pages, or not about a text of this draft.", null));
        }
        return server.request(method, ofDraft(about));
    }

    @Override
    public void notify(String method, Object about) {
        if (permitted(method, about)) {
            server.notify(method, ofDraft(about));
        }
    }

    @SuppressWarnings("deprecation")
    private Object ofDraft(Object about) {
        if (about instanceof InitializeParams hello) {
            hello.setRootUri(null);
            hello.setRootPath(null);
            hello.setWorkspaceFolders(List.of(new WorkspaceFolder(draft.uri(), "draft")));
        }
        return about;
    }

    private boolean permitted(String method, Object about) {
        return BEGINNING.contains(method) || (method.startsWith("textDocument/") || method.equals(PICTURE))
                && ofDraft(gson.toJsonTree(about));
    }

    /** Whether it names at least one URI, and all URIs belong to the draft. */
    private boolean ofDraft(JsonElement about) {
        List<String> named = new ArrayList<>();
        collect(about, named);
        return !named.isEmpty() && named.stream().allMatch(draft::holds);
    }

    private static void collect(JsonElement about, List<String> named) {
        if (about.isJsonArray()) {
            about.getAsJsonArray().forEach(each -> collect(each, named));
        } else if (about.isJsonObject()) {
            about.getAsJsonObject().entrySet().forEach(member -> {
                if (member.getKey().equals("uri") && member.getValue().isJsonPrimitive()) {
                    named.add(member.getValue().getAsString());
                } else {
                    collect(member.getValue(), named);
                }
            });
        }
    }
}
