/**
 * Owns organisations, what belongs to which, and that nobody hears of what is another's: each path that names a thing which belongs to somebody passes one gate.
 * Must not know who is who, or what a thing is.
 */
package org.caravan.server.organisation;
