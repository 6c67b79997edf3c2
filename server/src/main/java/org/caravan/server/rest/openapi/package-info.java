/**
 * Owns the description of the REST interface.
 * Must not know how requests are answered.
 * Start reading at {@link OpenApiConfiguration}.
 */
package org.caravan.server.rest.openapi;
