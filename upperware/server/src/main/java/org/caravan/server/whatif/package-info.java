/**
 * Owns questions "what if" by REST: an application's problem as it is, what is supposed, and answers as text, figures and chart.
 * Must not change anything, nor keep answers.
 */
package org.caravan.server.whatif;
