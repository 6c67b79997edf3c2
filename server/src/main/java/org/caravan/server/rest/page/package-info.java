/**
 * Owns lists in pages: the requested page, order and links to neighbours.
 * Must not know what the items are.
 * Start reading at {@link PagedAnswers}.
 */
package org.caravan.server.rest.page;
