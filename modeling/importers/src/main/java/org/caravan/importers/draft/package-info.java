/**
 * Owns the application under construction during an import: valid names, secrets by name, assumptions, unconverted elements, stubs.
 * Must not know any imported format.
 * Start with {@link Draft} and {@link Findings}.
 */
package org.caravan.importers.draft;
