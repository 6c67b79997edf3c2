/**
 * Owns commands for infrastructure and its nodes.
 * Must not know how a node is prepared.
 * Start reading at {@link NodeCommand}.
 */
package org.caravan.cli.node;
