/**
 * Owns the picture of a model as SVG: its components, their links, its users and the named sites.
 * Must not know plans: a picture shows requirements, not placements.
 * Start with {@link ModelPicture}; {@link Main} is the command.
 */
package org.caravan.picture;
