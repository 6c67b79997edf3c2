/**
 * Owns resource usage of hosts and copies: polls hosts, publishes and stores readings, shows the newest.
 * Must not know which decisions use them.
 * Start reading with {@link HostQuestions}.
 */
package org.caravan.server.metrics;
