/**
 * Owns the rules for the content of a container layer and their check; accepts one form of tar, which all readers interpret identically.
 * Must not know the source, sender or use of a layer.
 * Start reading at {@link LayerCheck}.
 */
package org.caravan.image.tar;
