/**
 * Owns the export of models to other formats.
 * Must not know importers, although their tests read the exported texts.
 * Start with {@link CamelText}; {@link Main} is the command.
 */
package org.caravan.exporters;
