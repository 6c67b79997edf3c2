/**
 * Owns how users find an application: authoritative DNS that answers by where the user is.
 * It answers what it was last told and nothing else.
 * Must not know why an entry is where it is, or how it got there.
 */
package org.caravan.routing;
