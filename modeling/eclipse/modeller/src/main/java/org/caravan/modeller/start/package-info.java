/**
 * Owns the start of the workbench; runs outside OSGi, as a plain Java program.
 * Must not know the classes of any bundle.
 * Start with {@link Main}.
 */
package org.caravan.modeller.start;
