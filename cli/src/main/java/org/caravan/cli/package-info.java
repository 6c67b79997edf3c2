/**
 * Owns the command line: arguments in, REST calls, text or JSON out, exit codes. It makes no placement decisions.
 * Must not know internal records of the server.
 * Start reading at {@link Main} and {@link ServerCommand}.
 */
package org.caravan.cli;
