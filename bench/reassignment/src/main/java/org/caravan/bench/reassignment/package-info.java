/**
 * Machine reassignment of the Google ROADEF/EURO challenge 2012, searched as plans are: a benchmark whose best results others
 * published. Must not know applications, sites or networks.
 */
package org.caravan.bench.reassignment;
