/**
 * Owns the picture of a model: its components, their links, its users and the sites that it names, as SVG.
 * Shows {@code ModelPicture}; {@code Main} is the command.
 * Must not know plans: a picture shows what is asked for, not where it runs.
 */
package org.caravan.picture;
