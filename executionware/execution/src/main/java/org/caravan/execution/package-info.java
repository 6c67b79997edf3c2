/**
 * Owns one run from its approval to its end: admission, the loop of observation and steps, undo, rollback, drift and recovery.
 * Must not know how a plan was found, or which database holds the journal.
 * Start reading at {@link DeploymentService}.
 */
package org.caravan.execution;
