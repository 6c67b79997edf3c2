/**
 * Owns the conversion of parsed formulas and conditions into records, and the measures of the values they reference.
 * Must not know any rule except those for units; internal to this module.
 * Start with {@link FormulaReader}.
 */
package org.caravan.dsl.expression;
