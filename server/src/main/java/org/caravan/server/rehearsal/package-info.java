/**
 * Owns rehearsals: recorded or given metrics, requests, host states, paths and prices run through the rules, limits and the planner on a
 * virtual clock. The engine, {@link org.caravan.server.rehearsal.Rehearsal}, is pure: everything that the server would do is only recorded.
 * Must not change anything: neither decisions, plans and targets nor the journal, and no host, receiver of messages or provider is
 * contacted.
 * Start reading with {@link org.caravan.server.rehearsal.Rehearsal} and {@link org.caravan.server.rehearsal.RehearsedDecisions}.
 */
package org.caravan.server.rehearsal;
