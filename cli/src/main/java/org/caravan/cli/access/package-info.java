/**
 * Owns commands for login, tokens, secrets, organisations and the audit log.
 * Must not know how access is checked.
 * Start reading at {@link LoginCommand}.
 */
package org.caravan.cli.access;
