/**
 * Owns how messages of the language name things and suggest what could have been meant.
 * Internal to this module.
 * Must not know any rule.
 */
package org.caravan.dsl.wording;
