/**
 * Owns who an application belongs to: an organisation, its people and their roles.
 * Must not know any secret: credentials are names.
 */
package org.caravan.organisation;
