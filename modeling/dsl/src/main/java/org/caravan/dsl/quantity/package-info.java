/**
 * Owns the units of the language: the units accepted for each quantity and their conversion to base units.
 * Must not know where in a model a quantity occurs; internal to this module.
 * Start with {@link Dimension}.
 */
package org.caravan.dsl.quantity;
