/**
 * Owns answers to what-if questions: cost and latencies of an application in assumed cases. Pure: takes a problem and cases, returns
 * figures.
 * Must not know who asks or where charts are drawn.
 * Start reading at {@link WhatIf}.
 */
package org.caravan.plan.whatif;
