/**
 * Owns where the profiles are that requests take their hops from, and how they are read.
 * Internal to this module and to editors.
 * Must not judge whether a profile fits its model: that is for the rules.
 */
package org.caravan.dsl.profile;
