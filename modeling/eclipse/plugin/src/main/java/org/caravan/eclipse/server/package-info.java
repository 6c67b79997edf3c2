/**
 * Owns the Caravan menu: validation on the server, plans and deployments of the project's models.
 * Must not know the language server.
 * Start with {@link ServerCommand}.
 */
package org.caravan.eclipse.server;
