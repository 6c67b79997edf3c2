/**
 * Owns the rule about users who are elsewhere than the plan of their application assumes. Must not know where shares are measured, planners
 * or clocks: figures and times are part of the looks.
 * Start reading with {@link org.caravan.rules.users.UsersRules} and {@link org.caravan.rules.users.UsersLook}.
 */
package org.caravan.rules.users;
