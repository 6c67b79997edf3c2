/**
 * Owns what the server decided by itself while it ran: by which rule of its own, on which figures, and what it did then.
 * What a person asked for is in the audit log, not here.
 * Must not know how anything is decided.
 */
package org.caravan.server.decision;
