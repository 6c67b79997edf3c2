/**
 * Owns the view of an application as a whole: its state, and what of it runs where.
 * Reads only; what changes an application stands in the packages of models, plans and deployments.
 * Must not know how any of these work.
 */
package org.caravan.server.application;
