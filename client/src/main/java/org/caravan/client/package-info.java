/**
 * Owns communication with a server for the command line and the Maven plugin: REST API, error messages, display of plans and deployments.
 * Must not know internal records of the server.
 * Start reading at {@link Api}.
 */
package org.caravan.client;
