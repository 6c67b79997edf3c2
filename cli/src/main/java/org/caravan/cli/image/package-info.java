/**
 * Owns commands for images, and the import of other languages.
 * Must not know the repository's format.
 * Start reading at {@link ImageCommand}.
 */
package org.caravan.cli.image;
