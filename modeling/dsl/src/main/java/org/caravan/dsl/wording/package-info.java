/**
 * Owns how messages of the language name model elements and suggest corrections.
 * Must not know any rule; internal to this module.
 * Start with {@link Owner} and {@link Suggestion}.
 */
package org.caravan.dsl.wording;
