/**
 * Owns secrets: encrypted in the data folder, written by people, read by deployments alone.
 * No answer, event or log of the server ever holds a value.
 * Must not know what a secret is for.
 */
package org.caravan.server.secrets;
