/**
 * Owns the canonical text of records and the digest that identifies them.
 * Must not know any particular record.
 * Start with {@link CanonicalText}: one fact per line, no timestamps, equal texts mean equal facts.
 */
package org.caravan.canonical;
