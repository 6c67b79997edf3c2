/**
 * Owns the console's editor of models: one language server for each page that edits, with the texts that are in force.
 * Must not know how they are accepted: the page hands them over by REST, like everybody.
 */
package org.caravan.server.editor;
