package org.caravan.importers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.caravan.importers.draft.Imported;
import org.caravan.infrastructure.Gpus;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** GPUs of Compose and Kubernetes files: reserved, or listed with what to write instead. */
class GpuImportTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{limits: {nvidia.com/gpu: 1}}|nvidia 1|", "{limits: {nvidia.com/gpu: '2'}}|nvidia 2|", "{limits: {amd.com/gpu: 1}}|amd 1|",
        "{requests: {gpu.intel.com/i915: 1}}|intel 1|", "{requests: {nvidia.com/gpu: 1}, limits: {nvidia.com/gpu: 1}}|nvidia 1|",
        "{limits: {nvidia.com/gpu: 0}}||", "{limits: {nvidia.com/gpu: 0.5}}||write gpu and a number from 1 to 64",
        "{limits: {nvidia.com/gpu: 1, amd.com/gpu: 1}}|amd 1|because a copy has GPUs of one vendor",
        "{limits: {nvidia.com/mig-1g.5gb: 1}}||resources.limits.nvidia.com/mig-1g.5gb"})
    void kubernetes(String resources, String gpu, String finding) {
        check(Fixtures.imported("k.yaml", "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {template: {spec: "
                + "{containers: [{name: web, image: w, ports: [{containerPort: 80}], resources: " + resources + "}]}}}\n"), gpu, finding);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "deploy: {resources: {reservations: {devices: [{driver: nvidia, count: 1, capabilities: [gpu]}]}}}|nvidia 1|",
        "deploy: {resources: {reservations: {devices: [{count: '${N:-2}', capabilities: [gpu]}]}}}|2|",
        "deploy: {resources: {reservations: {devices: [{device_ids: ['0', '3'], capabilities: [gpu]}]}}}|2|device_ids of a GPU",
        "deploy: {resources: {reservations: {devices: [{capabilities: [[gpu]]}]}}}||without the capability gpu",
        "deploy: {resources: {reservations: {devices: [{capabilities: [gpu, utility]}]}}}|1|capability utility of a GPU",
        "deploy: {resources: {reservations: {devices: [{capabilities: [gpu], count: all}]}}}|1|1 is assumed",
        "deploy: {resources: {reservations: {devices: [{capabilities: [tpu]}]}}}||without the capability gpu",
        "deploy: {resources: {reservations: {devices: [{driver: cdi, device_ids: [vendor.com/d=0], capabilities: [gpu]}]}}}|1|driver cdi",
        "gpus: all|1|1 is assumed", "gpus: [{driver: nvidia, count: 3}]|nvidia 3|", "gpus: [{count: none}]||write gpu and a number"})
    void compose(String service, String gpu, String finding) {
        check(Fixtures.imported("shop.yml", "services: {web: {image: acme/web, ports: ['80'], " + service + "}}"), gpu, finding);
    }

    private static void check(Imported imported, String gpu, String finding) {
        assertThat(Fixtures.model(imported).component("web").forms().get(0).gpu().map(Gpus::toString)).isEqualTo(Optional.ofNullable(gpu));
        if (finding == null) {
            assertThat(Fixtures.messages(imported)).doesNotContain("gpu", "GPU");
        } else {
            assertThat(Fixtures.messages(imported)).contains(finding);
        }
    }
}
