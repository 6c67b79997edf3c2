/**
 * Owns what all REST resources share: how they say no (RFC 9457), how much they read, how they are described.
 * Resources themselves stand in the package of their domain word.
 * Must not know any of them.
 */
package org.caravan.server.rest;
