/**
 * Owns the requests and answers of REST about deployments, drift and orphans. Must not know records of the server.
 * Start reading at {@link DeploymentView}.
 */
package org.caravan.api.deployment;
