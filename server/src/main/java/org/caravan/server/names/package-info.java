/**
 * Owns the name service of the server: its listen addresses and its start before any client request is served.
 * Must not know why an address is the answer. An empty list of listen addresses disables the name service.
 * Start reading at {@link NamesConfiguration}.
 */
package org.caravan.server.names;
