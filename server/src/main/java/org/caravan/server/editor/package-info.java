/**
 * Owns the console's model editor: one language server for each page, with the current texts.
 * Must not know how models are accepted; the page submits them by REST like any client.
 * Start reading with {@link LanguageSocket}.
 */
package org.caravan.server.editor;
