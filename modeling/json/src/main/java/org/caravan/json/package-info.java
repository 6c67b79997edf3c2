/**
 * Owns how records become JSON and back: by convention, so that records need no annotation.
 * One mapper for files, the database and the REST API.
 * Must not know any record outside the model.
 */
package org.caravan.json;
