/**
 * Owns secrets: encrypted in the data folder, written by users, read by deployments only. No response, event or log contains a value.
 * Must not know the use of a secret.
 * Start reading at {@link Secrets}.
 */
package org.caravan.server.secrets;
