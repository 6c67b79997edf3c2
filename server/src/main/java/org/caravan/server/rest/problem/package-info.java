/**
 * Owns the translation of errors to problem documents with code and advice.
 * Must not know who caused an error, and why.
 * Start reading at {@link ErrorProblems}.
 */
package org.caravan.server.rest.problem;
