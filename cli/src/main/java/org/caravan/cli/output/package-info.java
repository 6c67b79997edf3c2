/**
 * Owns what reaches standard output and standard error: text of others never controls the terminal.
 * Must not know commands or the server.
 */
package org.caravan.cli.output;
