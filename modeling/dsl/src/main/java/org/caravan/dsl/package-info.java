/**
 * Owns the Caravan language: converts text into records of applications and infrastructures, or reports all problems of the text.
 * Must not know REST, plans, measurements or adapters.
 * Start with {@link org.caravan.dsl.CaravanLanguage}; the subpackages are internal to this module.
 */
package org.caravan.dsl;
