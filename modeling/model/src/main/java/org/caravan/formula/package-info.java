/**
 * Owns formulas and conditions over named values, their measures, and the one evaluator of them.
 * Shows {@code Formula}, {@code Condition}, {@code Measures}, {@code Evaluator}.
 * Must not know who declares the values or reads them.
 */
package org.caravan.formula;
