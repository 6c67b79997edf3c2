/**
 * Owns samples as events: sends them to the broker, stores each exactly once, publishes the results to subscribers.
 * Must not know who measures or how samples are used.
 * Start reading at {@link ToldSamples}.
 */
package org.caravan.server.samples;
