package org.caravan.picture;

/**
 * Line between two boxes of the picture.
 *
 * @param label text beside the line, may be empty
 * @param place whether the line shows a location; otherwise it shows a dependency
 */
record Arrow(String from, String to, String label, boolean place) {}
