/**
 * Owns the requests and answers of REST about rejected requests, and diagnostics of texts.
 * Must not know records of the server.
 * Start reading at {@link ProblemView}.
 */
package org.caravan.api.problem;
