/**
 * Owns how a value of an unmeasured path follows from those of measured ones, and how far off such values were where they could be checked.
 * Pure: observations go in, estimates with bounds come out.
 * Must not know of samples, stores, or what the values are used for.
 */
package org.caravan.measure.estimate;
