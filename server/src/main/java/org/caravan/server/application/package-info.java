/**
 * Owns the view of an application as a whole: its state, and which of its instances run where. It only reads.
 * Must not know how models, plans and deployments work; changes of an application belong to their packages.
 * Start reading with {@link Applications}.
 */
package org.caravan.server.application;
