/**
 * Owns the rules and constraints of models while applications run: reads the values of their sensors, evaluates them
 * (org.caravan.rules.model), and carries out or records what they find. Only the leader does.
 * Must not know how readings are measured, or how a plan is found or executed.
 * Start reading with {@link ModelRulesLoop} and {@link RuleActions}.
 */
package org.caravan.server.adaptation.model;
