/**
 * Owns organisations, resource ownership and isolation: every request path that names an owned resource passes one gate.
 * Must not know how callers authenticate or the content of a resource.
 * Start reading at {@link OwnershipFilter} and {@link Ownership}.
 */
package org.caravan.server.organisation;
