/**
 * Owns machines provisioned through any jclouds provider. jclouds' upstream is retired since June 2025; prefer a provider's own adapter.
 * Must not know any particular provider.
 * Start reading at {@link JcloudsCloud}.
 */
package org.caravan.adapter.jclouds;
