/**
 * Owns the current infrastructure, stored as the text that an operator sent, and the adapters of its hosts.
 * Must not know plans of applications; packages that use hosts report it through {@link HostUse}.
 * Start reading with {@link Infrastructures}.
 */
package org.caravan.server.infrastructure;
