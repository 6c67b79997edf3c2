/**
 * Owns times of the hops of a request that do not depend on paths: the service times that hops declare.
 * Must not know searches, plans or reports.
 * Start reading at {@link DeclaredService}.
 */
package org.caravan.problem.hop;
