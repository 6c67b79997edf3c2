/**
 * Owns the formatting of texts of the language.
 * Must not change anything except spaces and line breaks; internal to this module and to editors.
 * Start with {@link CaravanFormatter}.
 */
package org.caravan.dsl.formatting;
