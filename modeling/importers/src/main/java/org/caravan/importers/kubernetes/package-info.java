/**
 * Owns what Kubernetes manifests mean: workloads, services before them, and the configuration they share, and what of them
 * a model can say (https://kubernetes.io/docs/reference/kubernetes-api/).
 */
package org.caravan.importers.kubernetes;
