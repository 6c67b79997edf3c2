/**
 * Owns the answers of REST about ready-made services.
 * Must not know how an upload becomes a service.
 * Start reading at {@link CreatedService}.
 */
package org.caravan.api.service;
