/**
 * Owns what a name in a model may refer to, and what is said where it refers to nothing.
 * Internal to this module.
 * Must not know what is done with the thing referred to.
 */
package org.caravan.dsl.scoping;
