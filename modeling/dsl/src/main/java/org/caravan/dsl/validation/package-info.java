/**
 * Owns the rules of the language that the grammar does not express; each reports problems under a stable code.
 * Must not know records, nor any infrastructure while it checks an application; internal to this module.
 * Start with {@link CaravanValidator}.
 */
package org.caravan.dsl.validation;
