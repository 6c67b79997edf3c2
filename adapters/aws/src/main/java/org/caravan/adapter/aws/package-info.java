/**
 * Owns the provisioning of machines on Amazon EC2, with Amazon's client library (docs/decisions/provider-adapters.md explains why not
 * jclouds). Must not know the software on the machines, or plans.
 * Start reading at {@link AwsCloud}.
 */
package org.caravan.adapter.aws;
