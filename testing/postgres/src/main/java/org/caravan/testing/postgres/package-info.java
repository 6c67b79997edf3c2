/**
 * Owns PostgreSQL servers of tests: real ones, on a free port of loopback, with their data in a folder that goes with them.
 * Must not know what is kept in them.
 * Only tests depend on it.
 */
package org.caravan.testing.postgres;
