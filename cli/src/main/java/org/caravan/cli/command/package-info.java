/**
 * Owns what all commands share: connection, terminal, exit codes and options.
 * Must not know any single command.
 * Start reading at {@link ServerCommand}.
 */
package org.caravan.cli.command;
