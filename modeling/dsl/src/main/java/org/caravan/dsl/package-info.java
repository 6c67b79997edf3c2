/**
 * Owns the Caravan language: text in, records of application and infrastructure out, or everything wrong with the text.
 * Start at {@link org.caravan.dsl.CaravanLanguage}; the packages below are internal to this module.
 * Must not know of REST, plans, measurements or adapters.
 */
package org.caravan.dsl;
