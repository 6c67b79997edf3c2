/**
 * Owns what Prometheus is told: names, units and labels of the server's figures.
 * Must not change anything, and must ask no host.
 */
package org.caravan.server.figures;
