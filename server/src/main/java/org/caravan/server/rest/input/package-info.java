/**
 * Owns checks of requests before a controller runs: size, fields, parameters.
 * Must not know what a request asks for.
 * Start reading at {@link StrictParameters}.
 */
package org.caravan.server.rest.input;
