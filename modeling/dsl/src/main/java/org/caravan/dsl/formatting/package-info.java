/**
 * Owns how a text of the language is laid out.
 * Internal to this module and to editors.
 * Must not change anything but spaces and line ends.
 */
package org.caravan.dsl.formatting;
