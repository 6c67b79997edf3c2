/**
 * Owns renting machines from Amazon EC2, by Amazon's own client library (docs/decisions/aws.md says why not by jclouds).
 * Shows {@link org.caravan.adapter.aws.AwsCloud} and its settings. Must not know what runs on the machines, or who plans.
 */
package org.caravan.adapter.aws;
