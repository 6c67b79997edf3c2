/**
 * Owns the workbench as a product: the initial layout of its views.
 * Must not know the editor, which is a separate plug-in for any Eclipse.
 * Start with {@link ModelsPerspective}.
 */
package org.caravan.modeller;
