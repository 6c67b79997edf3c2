/**
 * Owns how users find an application: authoritative DNS whose answers depend on the location of the client.
 * Must not know why an entry has its address, or how entries are published.
 * Start reading at {@link EntryNames}.
 */
package org.caravan.routing;
