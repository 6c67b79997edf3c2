/**
 * Owns how a probe is taken: echo requests and NetPerfMeter flows over a shell, what their output means, and a simulated network.
 * Runs the machines' own tools and ends what it starts there.
 * Must not know why a probe is taken, nor where samples are kept.
 */
package org.caravan.probe;
