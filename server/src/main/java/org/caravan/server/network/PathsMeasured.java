package org.caravan.server.network;

/** Spring event within the server that leads: the idle measurements of a run are stored; the run may still send flows. */
public record PathsMeasured() {}
