/**
 * Owns the requests and answers of REST about models, their validation and their rules.
 * Must not know records of the server.
 * Start reading at {@link ModelView}.
 */
package org.caravan.api.model;
