/**
 * Owns who may use the server: the bearer token, the console's cookie, and the headers that keep a browser safe.
 * Everything but health and the login page needs the token.
 * Must not know what is being asked for.
 */
package org.caravan.server.access;
