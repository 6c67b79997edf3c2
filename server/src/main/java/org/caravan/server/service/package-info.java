/**
 * Owns the creation of ready-made services from uploads.
 * Must not know what uploads contain: {@code org.caravan.service} inspects them.
 * Start reading at {@link ServiceCreation}.
 */
package org.caravan.server.service;
