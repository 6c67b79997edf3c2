/**
 * Owns what all controllers share: refusals, problem documents, preconditions and links.
 * Must not know any single resource.
 * Start reading at {@link ProblemException}.
 */
package org.caravan.server.rest;
