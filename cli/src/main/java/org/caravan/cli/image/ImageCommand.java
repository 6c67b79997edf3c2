package org.caravan.cli.image;

import picocli.CommandLine.Command;

@Command(
        name = "image",
        mixinStandardHelpOptions = true,
        description = "Manages the images that the server stores and sends to hosts.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ImageListCommand.class,
            ImageShowCommand.class,
            ImagePushCommand.class,
            ImageImportCommand.class,
            ImageExportCommand.class,
            ImageRemoveCommand.class,
            ImageCollectCommand.class,
            ImagePrefetchCommand.class
        },
        footer = {"", "Example: caravan image import web.tar --name shop/web"})
public final class ImageCommand {}
