/**
 * Owns the entry point of imports: detects the format of files and calls its importer.
 * Must not know the server, the parser of our language, or the destination of the text.
 * Start with {@link ModelImport}.
 */
package org.caravan.importers;
