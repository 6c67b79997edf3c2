/**
 * Owns the carrying out of approved plans as seen from outside: approval, progress, resumption, the end of an application.
 * The carrying out itself is execution's.
 * Must not know how plans are found.
 */
package org.caravan.server.deployment;
