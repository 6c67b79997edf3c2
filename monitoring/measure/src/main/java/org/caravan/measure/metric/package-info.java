/**
 * Owns the words for what hosts and copies take while they run, and the port to where it is kept.
 * Must not know who asks hosts.
 */
package org.caravan.measure.metric;
