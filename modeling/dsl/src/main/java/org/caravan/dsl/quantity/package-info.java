/**
 * Owns the units of the language: which quantity accepts which units, and what a number in one of them is worth.
 * Internal to this module.
 * Must not know where in a model a quantity stands.
 */
package org.caravan.dsl.quantity;
