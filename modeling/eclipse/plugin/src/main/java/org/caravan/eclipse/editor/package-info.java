/**
 * Owns the features of the Generic Editor for models: colours, proposals, hovers, outline, quick fixes, references.
 * Must not know servers; asks only the language server.
 * Start with {@link Colours} and {@link Proposals}.
 */
package org.caravan.eclipse.editor;
