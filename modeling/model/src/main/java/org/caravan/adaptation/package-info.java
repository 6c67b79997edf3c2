/**
 * Owns the runtime adaptation of an application: metrics, plan variables, constraints, rules, utilities and forecasts.
 * Must not know components and requests except by id.
 * Start with {@link Adaptation}.
 */
package org.caravan.adaptation;
