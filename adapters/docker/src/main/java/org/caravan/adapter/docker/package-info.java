/**
 * Owns containers of a Docker engine on hosts that answer SSH and have one: told by the host's own docker command.
 * What is ours is read from the host each time; nothing is remembered here.
 * Must not know of plans, or why a copy is wanted.
 */
package org.caravan.adapter.docker;
