/**
 * Owns the conversion of records to JSON and back, by convention, so that records need no annotations.
 * Must not know any record outside the model; files, the database and the REST API use the same mapper.
 * Start with {@link Json}.
 */
package org.caravan.json;
