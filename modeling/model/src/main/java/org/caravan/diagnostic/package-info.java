/**
 * Owns what Caravan says about bad input: what, which value, whose, and a way out.
 * Shared by the language, the REST API and the command line.
 * Must not know where a message is shown.
 */
package org.caravan.diagnostic;
