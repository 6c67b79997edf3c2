/**
 * Owns the rules of the language that its grammar does not express; each reports under a stable code.
 * Internal to this module.
 * Must not know of records, nor of any infrastructure while it judges an application.
 */
package org.caravan.dsl.validation;
