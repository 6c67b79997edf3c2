/**
 * Owns what a layer of a container may hold, and finds out whether one holds anything else. Reads the one form of tar that every reader understands
 * in the same way, so that what is checked here is what a node unpacks. Must not know where a layer comes from, who sent it or what becomes of it.
 */
package org.caravan.image.tar;
