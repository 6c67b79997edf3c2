/**
 * Owns where the files are that models name, profiles of requests and scripts of virtual machines, and how they are read.
 * Internal to this module and to editors.
 * Must not judge whether a file fits its model: that is for the rules.
 */
package org.caravan.dsl.profile;
