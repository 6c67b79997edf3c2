/**
 * Owns the rule about network paths of deployed plans that are cut or much slower than when the plan was made, and when such a path may
 * move copies. Must not know probes, planners or clocks: figures and times are part of the looks.
 * Start reading with {@link org.caravan.rules.path.PathRules} and {@link org.caravan.rules.path.PathLook}.
 */
package org.caravan.rules.path;
