/**
 * Owns containers on hosts with SSH and a Docker engine, controlled with the docker command; state is read from the host each time.
 * Must not know plans, or why a copy is wanted.
 * Start reading at {@link DockerAdapter}.
 */
package org.caravan.adapter.docker;
