/**
 * Owns formulas and conditions over named values, their measures, and their evaluator.
 * Must not know who declares the values or reads them.
 * Start with {@link Formula}, {@link Condition}, {@link Measures} and {@link Evaluator}.
 */
package org.caravan.formula;
