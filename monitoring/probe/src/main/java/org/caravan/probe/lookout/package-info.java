/**
 * Owns probing that goes on at a machine while the server is away: a script left there, its orders, the spool of its results and how they are fetched.
 * Must not know when visits are made, nor where samples are kept.
 */
package org.caravan.probe.lookout;
