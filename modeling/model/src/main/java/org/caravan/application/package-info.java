/**
 * Owns the application as its developer models it: components, users, requests and promises.
 * Plain immutable records; the language front end ends here.
 * Must not know of sites, hosts, measurements or plans.
 */
package org.caravan.application;
