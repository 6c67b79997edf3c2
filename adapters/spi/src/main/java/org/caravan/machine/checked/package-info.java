/**
 * Owns limits and checks of what providers answer: size, time, nesting, pages, and characters of names.
 * It must not know a provider or the HTTP client of one.
 * Start with CheckedCloud.
 */
package org.caravan.machine.checked;
