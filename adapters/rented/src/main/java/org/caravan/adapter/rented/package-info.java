/**
 * Owns hosts with provisioned machines: a machine provider and an adapter for copies as one adapter, and the preparation of machines.
 * Must not know plans, or any particular provider.
 * Start reading at {@link RentedAdapter}.
 */
package org.caravan.adapter.rented;
