package org.caravan.dsl.ide;

import java.util.concurrent.CompletableFuture;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.jsonrpc.services.JsonRequest;

/** What our language server answers beyond the protocol. */
public interface Pictures {

    /** Draws the application that a text describes, as it is being edited; of a text without one, the project's first. */
    @JsonRequest("caravan/picture")
    CompletableFuture<Drawing> picture(TextDocumentIdentifier text);
}
