/**
 * Owns advice over REST: applies refactorings to the current problem of an application and answers with text and figures.
 * Must not change anything or store answers.
 * Start reading at {@link Advices}.
 */
package org.caravan.server.advice;
