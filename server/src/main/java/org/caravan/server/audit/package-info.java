/**
 * Owns the audit log: each change request and its result, in a form in which no alteration stays undetected.
 * Must not know what a request means.
 * Start reading with {@link AuditLog}.
 */
package org.caravan.server.audit;
