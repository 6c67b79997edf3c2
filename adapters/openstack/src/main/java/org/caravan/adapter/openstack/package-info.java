/**
 * Owns access to OpenStack clouds: Nova through jclouds, whose types stay in {@link Compute}, Keystone and Neutron through REST.
 * Must not know the software on the machines that it provisions.
 * Start reading at {@link OpenStackCloud}.
 */
package org.caravan.adapter.openstack;
