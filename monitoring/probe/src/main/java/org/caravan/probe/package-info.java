/**
 * Owns the execution of probes: echo requests, TCP handshakes and flows over a shell, parsers of their output, a simulated network.
 * Must not know why a probe is taken or where samples are stored.
 * Start with ShellProbe.
 */
package org.caravan.probe;
