/**
 * Owns the check whether an application could run on an infrastructure at all.
 * Must not know the network between sites, or any search.
 * Start reading at {@link StaticFeasibility}.
 */
package org.caravan.dsl.feasibility;
