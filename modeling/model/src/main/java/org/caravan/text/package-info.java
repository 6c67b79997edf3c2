/**
 * Owns the rule which characters a text may have that Caravan passes on to nodes, logs and terminals.
 * Must not know where a text comes from or what it is used for.
 */
package org.caravan.text;
