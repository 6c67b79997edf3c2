/**
 * Owns secrets: encrypted in the data folder, written by users, read by deployments only. No response, event or log contains a value.
 * Must not know what a secret is used for.
 * Start reading at {@link Secrets}.
 */
package org.caravan.server.secrets;
