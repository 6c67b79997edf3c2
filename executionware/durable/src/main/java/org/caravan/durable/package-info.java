/**
 * Writes files so that a power cut after the return of a method loses nothing, and a power cut before it leaves the former content.
 * Every other module that keeps files uses this package; a test in {@code boundaries} refuses other ways of writing.
 * Must not know what the files hold.
 */
package org.caravan.durable;
