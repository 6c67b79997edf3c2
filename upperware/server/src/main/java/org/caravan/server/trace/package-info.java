/**
 * Owns what the server tells those who collect traces: spans, their context in requests and messages, and the exporter.
 * Must not know what a span is of; nothing beside it knows OpenTelemetry.
 */
package org.caravan.server.trace;
