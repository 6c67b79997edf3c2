/**
 * Owns machines rented through any of jclouds' providers, as far as jclouds goes: its upstream is retired since June 2025.
 * Providers with an adapter of their own are better rented through that. Must not know any of them.
 */
package org.caravan.adapter.jclouds;
