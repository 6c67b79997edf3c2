/**
 * Owns what adapters share that work by scripts on hosts over SSH: how a call is sent, its faults, what it reads back.
 * Each adapter brings its own scripts; the part that all of them share stands before those.
 * Must not know of containers or virtual machines.
 */
package org.caravan.adapter.node;
