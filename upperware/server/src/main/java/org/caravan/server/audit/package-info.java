/**
 * Owns the audit log: who asked for which change and what came of it, in an order and a wording that nobody can change unseen.
 * Must not know what a request means.
 */
package org.caravan.server.audit;
