/**
 * Owns the import of Kubernetes manifests (https://kubernetes.io/docs/reference/kubernetes-api/): workloads, services, configuration.
 * Must not know other formats.
 * Start with {@link Manifests}.
 */
package org.caravan.importers.kubernetes;
