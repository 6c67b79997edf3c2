/**
 * Owns what is told of calls to the world: how long each took and how it ended, as figures and as parts of traces.
 * Must not change what is called, nor what it answers.
 */
package org.caravan.server.call;
