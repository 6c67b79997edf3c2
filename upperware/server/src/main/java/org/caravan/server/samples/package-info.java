/**
 * Owns the way of samples as events: told to the broker, taken by the store once, told to whoever else subscribed.
 * Must not know who measures, nor what is made of the samples.
 */
package org.caravan.server.samples;
