/**
 * Owns what every test run says, why a test was skipped, how tests wait, and how long programs that they start may take.
 * On the class path of all tests; found by JUnit itself.
 * Must not know any test.
 */
package org.caravan.testing;
