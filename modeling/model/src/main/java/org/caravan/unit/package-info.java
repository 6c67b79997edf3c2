/**
 * Owns quantities whose units are types, so that different units cannot be compared, added or swapped by accident.
 * Must not know what the quantities describe.
 * Start with any of the records; {@link Millis} is the most widely used.
 */
package org.caravan.unit;
