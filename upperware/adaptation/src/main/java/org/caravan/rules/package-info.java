/**
 * Owns the rules by which the server adapts applications while they run, and the limits of their actions: observations in, findings out.
 * Must not know hosts, plans, databases or clocks: times are part of the observations. Only this module uses Drools.
 * Start reading with {@link org.caravan.rules.Rules} and {@link org.caravan.rules.Limits}.
 */
package org.caravan.rules;
