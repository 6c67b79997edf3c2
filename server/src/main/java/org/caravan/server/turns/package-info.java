/**
 * Owns captures of deployed applications: which copies are captured, and how their profiles compare with the model.
 * Must not keep packets: they are in a private folder until they are analysed, and removed in any case.
 * Start reading at {@link org.caravan.server.turns.TurnCaptures}.
 */
package org.caravan.server.turns;
