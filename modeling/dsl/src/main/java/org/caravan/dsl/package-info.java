/**
 * Owns the language as others see it: text in, model or diagnostics out; the sub-packages are internal to the module.
 * Must not know REST, plans, measurements or adapters.
 * Start reading at {@link CaravanLanguage}.
 */
package org.caravan.dsl;
