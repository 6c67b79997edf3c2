/**
 * Owns the translation of a syntax tree without errors to records.
 * Must not know validation: its input has no errors.
 * Start reading at {@link ApplicationReader}.
 */
package org.caravan.dsl.reader;
