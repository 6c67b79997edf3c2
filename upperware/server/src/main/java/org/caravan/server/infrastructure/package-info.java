/**
 * Owns which infrastructure the server works on.
 * Kept as the text an operator sent.
 * Must not know of applications' plans; who needs a host to stay says so through {@code HostUse}.
 */
package org.caravan.server.infrastructure;
