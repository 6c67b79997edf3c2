/**
 * Owns organisations: their people, roles and permissions.
 * Must not know any secret: credentials are names.
 * Start with {@link Organisation}.
 */
package org.caravan.organisation;
