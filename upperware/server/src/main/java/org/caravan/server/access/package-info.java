/**
 * Owns who may use the server: tokens and their roles, the console's cookie, the headers that keep a browser safe, and that each change is in the audit log.
 * Everything but health and the login page needs a token.
 * Must not know what is being asked for.
 */
package org.caravan.server.access;
