/**
 * Owns the table of stages that support each construct of the language.
 * Must not know any rule; internal to this module and to the tests that compare the table with the stages.
 * Start with {@link ConstructSupport}.
 */
package org.caravan.dsl.stage;
