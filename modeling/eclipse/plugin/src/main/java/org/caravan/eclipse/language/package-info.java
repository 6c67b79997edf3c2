/**
 * Owns the language server of this workbench and its synchronisation with the workspace: files, open documents, problems.
 * Must not know editor features.
 * Start with {@link Language}.
 */
package org.caravan.eclipse.language;
