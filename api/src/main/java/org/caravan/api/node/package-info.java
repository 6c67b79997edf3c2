/**
 * Owns the requests and answers of REST about nodes, work on them, and the infrastructure. Must not know records of the server.
 * Start reading at {@link NodesView}.
 */
package org.caravan.api.node;
