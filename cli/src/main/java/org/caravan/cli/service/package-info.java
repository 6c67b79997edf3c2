/**
 * Owns commands for ready-made services: from one upload to a running application.
 * Must not know what uploads contain: {@code org.caravan.service} inspects them.
 * Start reading at {@link ServiceCreateCommand}.
 */
package org.caravan.cli.service;
