/**
 * Owns hosts whose machines are rented: a provider of machines and the adapter that works inside them, as one adapter; and
 * how a bare machine becomes fit and is known again. Must not know of plans, nor of any particular provider.
 */
package org.caravan.adapter.rented;
