/**
 * Owns samples as events: sends them to the broker, stores each exactly once, publishes the results to subscribers.
 * Must not know the source or the use of samples.
 * Start reading at {@link EventedSampleStore}.
 */
package org.caravan.server.samples;
