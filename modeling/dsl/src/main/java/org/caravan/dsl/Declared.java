package org.caravan.dsl;

/** What a file of the language may declare at its outermost level. */
public enum Declared { APPLICATION, INFRASTRUCTURE, AREA, ORGANISATION }
