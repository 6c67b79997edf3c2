/**
 * Owns the requests and answers of REST about autonomy and freezes of applications.
 * Must not know records of the server.
 * Start reading at {@link AdaptationView}.
 */
package org.caravan.api.adaptation;
