/**
 * Owns the rule for characters in text that Caravan passes to nodes, logs and terminals.
 * Must not know where a text comes from or how it is used.
 * Start with {@link TextRule}.
 */
package org.caravan.text;
