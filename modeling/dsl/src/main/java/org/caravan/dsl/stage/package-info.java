/**
 * Owns which stage of Caravan honours each construct of the language.
 * Internal to this module and to the tests that hold it against the stages.
 * Must not know any rule.
 */
package org.caravan.dsl.stage;
