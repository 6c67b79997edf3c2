/**
 * Owns commands for what runs: status, logs, metrics, deployments, drift and removal.
 * Must not know adapters and hosts.
 * Start reading at {@link StatusCommand}.
 */
package org.caravan.cli.application;
