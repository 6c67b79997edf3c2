/**
 * Owns the scopes of names in models and the messages for unresolved names.
 * Must not know how the referenced elements are used; internal to this module.
 * Start with {@link CaravanScopeProvider}.
 */
package org.caravan.dsl.scoping;
