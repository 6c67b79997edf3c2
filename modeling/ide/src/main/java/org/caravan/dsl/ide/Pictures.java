package org.caravan.dsl.ide;

import java.util.concurrent.CompletableFuture;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.jsonrpc.services.JsonRequest;

/** Requests of our language server that extend the protocol. */
public interface Pictures {

    /** Draws the application in a text, including unsaved edits; draws the project's first application if the text contains none. */
    @JsonRequest("caravan/picture")
    CompletableFuture<Drawing> picture(TextDocumentIdentifier text);
}
