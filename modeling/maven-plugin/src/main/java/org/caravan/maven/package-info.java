/**
 * Owns how Maven builds an application: {@code compile} checks its models, {@code package} bundles them, {@code deploy} has a
 * server plan them and carry the plan out. Maven's own types end here.
 */
package org.caravan.maven;
