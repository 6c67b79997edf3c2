/**
 * Owns answers to "what if": what an application would cost and how long its requests would take in cases that are supposed.
 * Pure: a problem and cases in, figures out; changes nothing.
 * Must not know who asks, nor where charts are drawn.
 */
package org.caravan.plan.whatif;
