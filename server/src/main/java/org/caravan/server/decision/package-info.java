/**
 * Owns the record of automatic decisions: rule, figures and action. Requests of users are in the audit log, not here.
 * Must not know how a decision is made.
 * Start reading with {@link Decisions} and {@link BuiltInRule}.
 */
package org.caravan.server.decision;
