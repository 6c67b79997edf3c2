/**
 * Owns the accepted application models, stored as the texts that developers sent. Accepting a model never changes what runs.
 * Must not know plans or deployments.
 * Start reading with {@link Models}.
 */
package org.caravan.server.model;
