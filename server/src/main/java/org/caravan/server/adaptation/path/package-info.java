/**
 * Owns what the server does when a network path of a deployed plan is cut or much slower. Must not know Drools.
 * Start reading with {@link org.caravan.server.adaptation.path.PathWatch}.
 */
package org.caravan.server.adaptation.path;
