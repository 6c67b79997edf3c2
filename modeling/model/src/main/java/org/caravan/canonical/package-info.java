/**
 * Owns the canonical text of records and the digest that names them.
 * One fact per line, no timestamps: equal texts mean equal facts.
 * Must not know any particular record.
 */
package org.caravan.canonical;
