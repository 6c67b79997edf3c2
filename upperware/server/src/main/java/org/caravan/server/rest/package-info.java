/**
 * Owns the common parts of all REST resources: problem details (RFC 9457), limits of request bodies, paging and the OpenAPI document.
 * Must not know any resource; each is in the package of its domain.
 * Start reading at {@link ProblemAdvice} and {@link Refusal}.
 */
package org.caravan.server.rest;
