/**
 * Owns local validation of model files, in the form of the server's validation.
 * Must not know commands or how to contact a server.
 * Start reading at {@link LocalVerdict}.
 */
package org.caravan.cli.validation;
