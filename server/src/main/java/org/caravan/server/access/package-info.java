/**
 * Owns access to the server: tokens, roles, the console's cookie, security headers, rate limits, and the audit of each change.
 * Must not know what a request is about.
 * Start reading with {@link AccessRules} and {@link SecurityConfiguration}.
 */
package org.caravan.server.access;
