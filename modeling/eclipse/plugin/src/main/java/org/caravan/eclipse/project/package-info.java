/**
 * Owns the wizard for new projects.
 * Must not know servers or editor features.
 * Start with {@link NewProject}.
 */
package org.caravan.eclipse.project;
