/**
 * Owns tracing: spans, their context in requests and messages, and the exporter.
 * Must not know the meaning of a span; no other package knows OpenTelemetry.
 * Start reading at {@link Traces} and {@link TraceConfiguration}.
 */
package org.caravan.server.trace;
