package org.caravan.dsl;

/** Kinds of top-level declarations in a file of the language. */
public enum Declared { APPLICATION, INFRASTRUCTURE, AREA, ORGANISATION }
