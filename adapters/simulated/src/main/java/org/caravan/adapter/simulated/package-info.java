/**
 * Owns a provider that exists in memory only: seeded, with delays and faults on demand, kept in a file if wished.
 * Runs the demo without machines and lets the executor be tested at its every failure.
 * Must not know of SSH, containers or plans.
 */
package org.caravan.adapter.simulated;
