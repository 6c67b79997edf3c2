package org.caravan.cli;

import picocli.CommandLine.Command;

@Command(
        name = "image",
        mixinStandardHelpOptions = true,
        description = "Images that the server keeps and brings to hosts.",
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
final class ImageCommand {}
