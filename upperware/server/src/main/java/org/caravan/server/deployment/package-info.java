/**
 * Owns the REST interface and queue consumers of deployments: approval, progress, resumption, drift and removal. Execution itself is in
 * org.caravan.execution.
 * Must not know how plans are found.
 * Start reading with {@link Deployments} and {@link DeploymentWorker}.
 */
package org.caravan.server.deployment;
