/**
 * Owns fair sharing of limited resources (streams, editor pages, uploads, plannings): limits per token, per organisation and in total.
 * Must not know which resources are shared.
 * Start reading at {@link Share}.
 */
package org.caravan.server.share;
