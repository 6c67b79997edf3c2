/**
 * Owns the conversation with an OpenStack cloud: Nova by jclouds, Keystone and Neutron by their own REST.
 * jclouds' types end at {@code Compute}. Must not know what runs on the machines it rents.
 */
package org.caravan.adapter.openstack;
