/**
 * Owns building applications with Maven: {@code compile} validates models, {@code package} bundles them, {@code deploy} plans and deploys
 * on a server.
 * Must not expose Maven types outside this package.
 * Start with {@link ProjectMojo} and {@link ServerMojo}.
 */
package org.caravan.maven;
