/**
 * Owns how scarce things (streams, editor pages, uploads, plannings) are divided: at most so many of a kind by one token, by one organisation, and by all together.
 * Must not know what they are.
 */
package org.caravan.server.share;
