/**
 * Owns estimates of unmeasured paths from measured ones, with validated error bounds. Pure: observations in, estimates out.
 * Must not know samples, stores, or the use of the values.
 * Start with Rule; BoundedRule adds the error bounds.
 */
package org.caravan.measure.estimate;
