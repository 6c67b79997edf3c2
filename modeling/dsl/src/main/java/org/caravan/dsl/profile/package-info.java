/**
 * Owns locating and reading the files that models reference: request profiles and scripts of virtual machines.
 * Must not check whether a file fits its model (rules do); internal to this module and to editors.
 * Start with {@link FilesBeside}.
 */
package org.caravan.dsl.profile;
