/**
 * Owns how formulas and conditions of a text become records, and what the values they name measure.
 * Internal to this module.
 * Must not know any rule but those of units.
 */
package org.caravan.dsl.expression;
