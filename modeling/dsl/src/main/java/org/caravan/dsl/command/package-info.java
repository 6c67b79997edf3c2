/**
 * Owns what commands on model files have in common: which files, where the result goes, how mistakes are told.
 * Must not know what is made of an application.
 */
package org.caravan.dsl.command;
