/**
 * Owns the requests and answers of REST about tokens, organisations, secrets, allowed endpoints and the audit log.
 * Must not know records of the server.
 * Start reading at {@link TokenView}.
 */
package org.caravan.api.access;
