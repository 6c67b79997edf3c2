package org.caravan.server.infrastructure;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.aws.AwsCloud;
import org.caravan.adapter.aws.AwsSettings;
import org.caravan.adapter.docker.DockerAdapter;
import org.caravan.adapter.jclouds.JcloudsCloud;
import org.caravan.adapter.jclouds.JcloudsSettings;
import org.caravan.adapter.lxc.LxcAdapter;
import org.caravan.adapter.lxc.NodePreparation;
import org.caravan.adapter.microvm.MicrovmAdapter;
import org.caravan.adapter.node.ScriptSettings;
import org.caravan.adapter.openstack.OpenStackCloud;
import org.caravan.adapter.openstack.OpenStackSettings;
import org.caravan.adapter.rented.FormDispatchingAdapter;
import org.caravan.adapter.rented.RentedShell;
import org.caravan.adapter.rented.SshPreparation;
import org.caravan.adapter.rented.vm.VmAdapter;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.checked.CheckedCloud;
import org.caravan.server.Settings;
import org.caravan.server.call.InstrumentedCalls;
import org.caravan.server.data.DataFolder;
import org.caravan.server.endpoint.Endpoints;
import org.caravan.ssh.Shell;
import org.caravan.ssh.SshSettings;
import org.caravan.ssh.SshShell;
import org.caravan.transfer.ImageDelivery;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Creates the adapters: over SSH for real hosts, or simulated. */
@Configuration
class AdapterConfiguration {

    @Bean
    @ConditionalOnProperty(name = "caravan.simulated", havingValue = "true")
    Adapters simulatedAdapters(DataFolder folder, Clock clock, InstrumentedCalls calls) {
        return new InstrumentedAdapters(new SimulatedAdapters(folder.shared("simulated-machines.json"), clock), calls);
    }

    @Bean
    @ConditionalOnProperty(name = "caravan.simulated", havingValue = "false", matchIfMissing = true)
    Shell shell(Settings settings, DataFolder folder, InstrumentedCalls calls) {
        return calls.of(new RentedShell(new SshShell(SshSettings.of(settings.credentials())),
                new SshShell(SshSettings.of(rented(folder)))));
    }

    @Bean
    @ConditionalOnProperty(name = "caravan.simulated", havingValue = "false", matchIfMissing = true)
    Adapters realAdapters(Shell shell, ImageDelivery images, Settings settings, DataFolder folder, Endpoints endpoints,
            InstrumentedCalls calls) {
        LxcAdapter lxc = new LxcAdapter(shell, ScriptSettings.DEFAULT, images);
        List<CloudAdapter> standing = List.of(lxc,
                new DockerAdapter(shell, ScriptSettings.DEFAULT, images),
                new MicrovmAdapter(shell, ScriptSettings.DEFAULT, images));
        return new InstrumentedAdapters(new RealAdapters(standing, clouds(settings, endpoints).stream().map(CheckedCloud::new)
                .map(calls::of).toList(), new FormDispatchingAdapter(lxc, new VmAdapter(shell, ScriptSettings.DEFAULT, images)),
                new SshPreparation(rented(folder), shell, NodePreparation.of(ScriptSettings.DEFAULT)), endpoints), calls);
    }

    /** Cloud providers; a new provider is added only here. */
    private static List<MachineCloud> clouds(Settings settings, Endpoints endpoints) {
        return List.of(
                new OpenStackCloud(OpenStackSettings.of(settings.credentials(), endpoints)),
                new AwsCloud(AwsSettings.of(settings.credentials(), endpoints)),
                new JcloudsCloud(JcloudsSettings.of(settings.credentials(), endpoints)));
    }

    /** Folder of the keys of provisioned machines, pinned by the server itself. */
    private static Path rented(DataFolder folder) {
        return folder.shared("rented");
    }

    /** Decorates adapters: each call is timed and traced. */
    private static final class InstrumentedAdapters implements Adapters {

        private final Adapters real;
        private final InstrumentedCalls calls;
        /** Decorated adapters by original adapter. */
        private final Map<CloudAdapter, CloudAdapter> watched = new ConcurrentHashMap<>();

        InstrumentedAdapters(Adapters real, InstrumentedCalls calls) {
            this.real = real;
            this.calls = calls;
        }

        @Override
        public CloudAdapter of(Host host) {
            CloudAdapter adapter = real.of(host);
            return adapter == null ? null : watched.computeIfAbsent(adapter, calls::of);
        }

        @Override
        public void check(Infrastructure infrastructure) {
            real.check(infrastructure);
        }

        @Override
        public Infrastructure reached(Infrastructure infrastructure) {
            return real.reached(infrastructure);
        }

        @Override
        public void use(Infrastructure infrastructure) {
            real.use(infrastructure);
            // Simulated hosts get a new adapter with each infrastructure.
            watched.clear();
        }

        @Override
        public void close() {
            real.close();
        }
    }
}
