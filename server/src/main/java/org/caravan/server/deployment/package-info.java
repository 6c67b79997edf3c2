/**
 * Owns the REST interface and queue consumers of deployments: approval, progress, resumption, drift and removal.
 * Must not know how plans are found, nor how steps are executed (org.caravan.execution).
 * Start reading with {@link Deployments} and {@link DeploymentWorker}.
 */
package org.caravan.server.deployment;
