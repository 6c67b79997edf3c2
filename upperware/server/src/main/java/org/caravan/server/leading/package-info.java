/**
 * Owns whether this server leads: carries out deployments, probes and asks hosts. Every server plans and answers.
 * Exactly one of those that share a database leads; a server with files of its own always does.
 * Must not know how deployments are carried out.
 */
package org.caravan.server.leading;
