/**
 * Owns the requests and answers of REST about plans, plannings and what-if cases. Must not know records of the server.
 * Start reading at {@link PlanView}.
 */
package org.caravan.api.plan;
