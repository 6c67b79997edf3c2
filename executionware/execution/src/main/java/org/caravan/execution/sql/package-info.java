/**
 * Owns the journal in SQLite or PostgreSQL, and leadership among servers.
 * Must not know adapters, or why a record is written.
 * Start reading at {@link SqlRunStore}.
 */
package org.caravan.execution.sql;
