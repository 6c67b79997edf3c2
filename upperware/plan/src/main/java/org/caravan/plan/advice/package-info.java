/**
 * Owns advice: how much latency and money changes of an application's code would save on the measured network. Pure: takes a model, a
 * function that creates its problem, and a planner; returns figures.
 * Must not know who asks or how answers are transferred.
 * Start reading at {@link Advisor}.
 */
package org.caravan.plan.advice;
