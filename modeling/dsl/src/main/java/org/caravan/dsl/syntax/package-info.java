/**
 * Owns the messages for syntax errors: what was found and what is allowed there.
 * Must not show messages of the parser generator, which users cannot understand; internal to this module.
 * Start with {@link VerifiedProposals}.
 */
package org.caravan.dsl.syntax;
