/**
 * Owns the application models the server accepted, as the texts their developers sent.
 * Accepting one never changes what runs.
 * Must not know of plans or deployments.
 */
package org.caravan.server.model;
