/**
 * Owns the commands for turn profiles of requests.
 * Must not know how captures are analysed: the module of turns does that.
 * Start reading at {@link TurnsCommand}.
 */
package org.caravan.cli.turns;
