/**
 * Owns how images come to hosts over SSH: each layer once, in pieces that are acknowledged, going on after a cut, as a
 * difference where that is smaller; and what hosts keep of them. Nodes pull nothing: they need no way to the server.
 * Must not know how an image is started, or why it is wanted.
 */
package org.caravan.transfer;
