package org.caravan.dsl;

/** Registers the language outside Eclipse. Public because Xtext's tools ask for it; others use {@link CaravanLanguage}. */
public class CaravanStandaloneSetup extends CaravanStandaloneSetupGenerated {}
