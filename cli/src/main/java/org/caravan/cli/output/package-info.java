/**
 * Owns standard output and standard error: untrusted text never controls the terminal.
 * Must not know commands or the server.
 * Start reading at {@link TextStream}.
 */
package org.caravan.cli.output;
