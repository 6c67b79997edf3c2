/**
 * Owns access to the server: tokens and roles, the console's cookie, security headers, rate limits, and the audit of each change. Only
 * health and login need no token.
 * Must not know what a request is about.
 * Start reading with {@link AccessRules} and {@link SecurityConfiguration}.
 */
package org.caravan.server.access;
