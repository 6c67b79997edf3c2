/**
 * Owns quantities with their units as types.
 * Two different units cannot be compared, added or swapped by accident.
 * Must not know what is measured, priced or placed with them.
 */
package org.caravan.unit;
