/**
 * Owns what CAMEL models (https://gitlab.ow2.org/melodic/camel, versions 2.x and 3.0) mean, read tolerantly: nested named
 * blocks of statements, of which only the beginnings are known. What is unknown is listed, never refused.
 * Has nothing to do with Apache Camel.
 */
package org.caravan.importers.camel;
