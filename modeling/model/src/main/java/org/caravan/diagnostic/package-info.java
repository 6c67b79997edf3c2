/**
 * Owns diagnostics about invalid input: the problem, the value, its owner and a suggestion.
 * Must not know where a message is shown; the language, the REST API and the command line share this package.
 * Start with {@link Diagnostic}.
 */
package org.caravan.diagnostic;
