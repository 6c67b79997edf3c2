package org.caravan.service;

/** Knows what one kind of service accepts and how it runs well. Pure: the request in, findings and parts of a model out. */
interface Engine {

    /**
     * Inspects the upload, whose names, sizes and links are already checked.
     *
     * @param findings gets each fault of the upload
     * @return component of the model; ignored if there are errors
     */
    ServiceComponent inspect(ServiceRequest request, Faults findings);

    /** Whether copies keep data, which an upload fills only at their first start. */
    default boolean stateful() {
        return false;
    }
}
