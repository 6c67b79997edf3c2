package org.caravan.picture;

/**
 * One line between two boxes of the picture.
 *
 * @param label beside it, may be empty
 * @param place whether it says where something is, else what uses what
 */
record Arrow(String from, String to, String label, boolean place) {}
