/**
 * Owns the list of endpoints that providers may have: what infrastructures name beyond it is not asked, and addresses that belong to a machine's own surroundings never are.
 * Must not know what is asked there.
 */
package org.caravan.server.endpoint;
