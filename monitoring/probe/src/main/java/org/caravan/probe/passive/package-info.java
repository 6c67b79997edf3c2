/** Owns what connections of applications tell of paths, unasked. Must not know what is made of it, nor whose the connections are. */
package org.caravan.probe.passive;
