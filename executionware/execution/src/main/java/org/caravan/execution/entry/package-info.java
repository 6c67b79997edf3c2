/**
 * Owns the health of the addresses that users enter by, and the choice among them.
 * Must not know DNS, or how a target was made.
 * Start reading at {@link HealthFilteredEntries}.
 */
package org.caravan.execution.entry;
