package org.caravan.solver;

/**
 * One hop of a request on a journey. Between replicas it takes what the slowest pair takes: the promise holds for all.
 *
 * @param index among the legs of all journeys
 */
record Leg(int index, Journey journey) {}
