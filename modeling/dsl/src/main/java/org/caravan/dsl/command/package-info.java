/**
 * Owns the common parts of commands on model files: input files, output destination, error messages.
 * Must not know which text a command creates from an application.
 * Start with {@link OneApplicationCommand}.
 */
package org.caravan.dsl.command;
