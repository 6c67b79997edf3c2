/**
 * Owns the application as its developer models it: components, users, requests and SLOs, as plain immutable records.
 * Must not know sites, hosts, measurements or plans.
 * Start with {@link ApplicationModel}, the result of the language front end.
 */
package org.caravan.application;
