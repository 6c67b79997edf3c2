/**
 * Owns the instrumentation of calls to hosts and clouds: duration and result, as metrics and trace spans.
 * Must not change a call or its result.
 * Start reading with {@link InstrumentedCalls}.
 */
package org.caravan.server.call;
