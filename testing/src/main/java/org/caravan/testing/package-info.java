/**
 * Owns what every test run says, why a test was skipped, and how tests wait.
 * On the class path of all tests; found by JUnit itself.
 * Must not know any test.
 */
package org.caravan.testing;
