/**
 * Owns what is said where a text does not follow the grammar: what was found, and what may stand there.
 * Internal to this module.
 * Must not know the parser generator's own messages, which no user can read.
 */
package org.caravan.dsl.syntax;
