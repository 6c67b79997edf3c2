/**
 * Owns what-if questions over REST: applies assumptions to the current problem of an application and answers with text, figures and a
 * chart.
 * Must not change anything or store answers.
 * Start reading at {@link WhatIfs}.
 */
package org.caravan.server.whatif;
