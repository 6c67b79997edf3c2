package org.caravan.server.image;

import java.nio.file.Path;
import java.time.Clock;
import org.caravan.image.ImageRepository;
import org.caravan.image.archive.ImageExport;
import org.caravan.image.archive.ImageImport;
import org.caravan.image.tar.LayerLimits;
import org.caravan.infrastructure.Host;
import org.caravan.server.Settings;
import org.caravan.server.infrastructure.CurrentInfrastructure;
import org.caravan.ssh.Shell;
import org.caravan.transfer.ImageDelivery;
import org.caravan.transfer.Priority;
import org.caravan.transfer.TransferRate;
import org.caravan.transfer.TransferSettings;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the image repository, its import and export, and the delivery to real hosts; simulated hosts need no delivery. */
@Configuration
class ImageConfiguration {

    @Bean
    ImageRepository imageRepository(Settings settings, Clock clock) {
        return new ImageRepository(settings.images(), clock, LayerLimits.of(settings.imageLimit().toBytes()));
    }

    @Bean
    ImageImport imageImport(ImageRepository repository, Settings settings) {
        return new ImageImport(repository, scratch(settings));
    }

    @Bean
    ImageExport imageExport(ImageRepository repository, Settings settings) {
        return new ImageExport(repository, scratch(settings));
    }

    private static Path scratch(Settings settings) {
        return settings.images().resolve(".scratch");
    }

    @Bean
    @ConditionalOnProperty(name = "caravan.simulated", havingValue = "false", matchIfMissing = true)
    ImageDelivery imageDelivery(Shell shell, ImageRepository repository, Settings settings, Transfers transfers, TransferRate pace) {
        return new ImageDelivery(shell, repository, settings.images().resolve(".differences"), TransferSettings.DEFAULT, pace, transfers);
    }

    @Bean
    TransferRate pace(Settings settings, CurrentInfrastructure infrastructure) {
        return (host, priority) -> settings.imageTransfer()
                .bytesPerSecond(siteOf(infrastructure, host), priority == Priority.PREFETCH);
    }

    private static String siteOf(CurrentInfrastructure current, Host host) {
        return current.get().stream().flatMap(infrastructure -> infrastructure.sites().stream())
                .filter(site -> site.hosts().stream().anyMatch(other -> other.id().equals(host.id())))
                .map(site -> site.id()).findFirst().orElse("");
    }
}
