/**
 * Owns the requests and answers of REST about applications, their instances, requests and usage. Must not know records of the server.
 * Start reading at {@link ApplicationView}.
 */
package org.caravan.api.application;
