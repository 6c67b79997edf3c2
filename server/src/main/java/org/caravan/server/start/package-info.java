/**
 * Owns learned start times of copies: records completed starts and transfers of images, and estimates how long a new start takes.
 * Must not know plans, rules or deployments.
 * Start reading at {@link LearnedStarts}.
 */
package org.caravan.server.start;
