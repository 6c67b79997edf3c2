/**
 * Owns the program: its list of commands and shell completion.
 * Must not know records of the server; it speaks REST alone.
 * Start reading at {@link Main}.
 */
package org.caravan.cli;
