/**
 * Owns what every test run says, why a test was skipped, how tests wait, how long programs that they start may take, and that what they
 * share ends with them. On the class path of all tests; found by JUnit itself.
 * Must not know any test.
 */
package org.caravan.testing;
