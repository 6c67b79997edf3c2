/**
 * Owns probe agents on machines: their script and orders, the spool of their results, and its retrieval.
 * Must not know when visits happen or where samples are stored.
 * Start with ProbeAgent.
 */
package org.caravan.probe.agent;
