/**
 * Owns the conversation with a server: its REST API, what its refusals say to a user, how plans and deployments are shown.
 * The command line and the Maven plugin speak through it. Must not know any record of the server's inside.
 */
package org.caravan.client;
