/**
 * Division of an uplink between copies: the credit algorithm, and the program that enforces it on nodes. Knows neither plans nor
 * adapters.
 */
package org.caravan.qos;
