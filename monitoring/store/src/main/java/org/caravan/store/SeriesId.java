package org.caravan.store;

import org.caravan.measure.Quantity;

/** One quantity of one path, identified by the path's number in this file. */
record SeriesId(long path, Quantity quantity) {}
