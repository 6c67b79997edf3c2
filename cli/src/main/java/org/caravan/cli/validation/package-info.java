/**
 * Owns verdicts on model files that are reached on this machine, in the form in which the server gives its own.
 * Must not know commands, nor how a server is asked.
 */
package org.caravan.cli.validation;
