/**
 * Owns the evaluation of the metrics, constraints and rules of a model: readings in, findings out. Windows, durations and pauses are
 * evaluated by Drools; formulas and conditions by the one evaluator of the language.
 * Must not know hosts, plans, databases or clocks: times are part of the readings and rounds.
 * Start reading with {@link org.caravan.rules.model.ModelRules} and {@link org.caravan.rules.model.RuleProgram}.
 */
package org.caravan.rules.model;
