package org.caravan.boundaries;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a server keeps is written by {@code org.caravan.durable} alone. A class that writes, renames or deletes files by other means is here
 * with the reason why a power cut takes nothing that was acknowledged; one that no longer does so is removed from the list.
 */
@AnalyzeClasses(packages = "org.caravan", importOptions = {DoNotIncludeTests.class, BoundariesTest.WrittenByHand.class})
class DurableWritesTest {

    private static final List<String> KEEPERS = List.of("org.caravan.server", "org.caravan.image", "org.caravan.ssh",
            "org.caravan.transfer", "org.caravan.adapter", "org.caravan.machine",
        "org.caravan.store", "org.caravan.execution", "org.caravan.routing", "org.caravan.probe", "org.caravan.measure",
                "org.caravan.change");

    private static final Map<String, String> ALLOWED = Map.ofEntries(
            Map.entry("org.caravan.server.data.StorageTrouble", "tries whether the disk is read-only, with an empty file that it deletes"),
            Map.entry("org.caravan.server.editor.Draft", "scratch: a text on its way through the language server"),
            Map.entry("org.caravan.server.image.UploadFolder", "appends, then DurableFiles.force before the offset is returned"),
            Map.entry("org.caravan.server.service.ServiceCreation", "scratch: the layer of an upload, then LayerFolder.keep"),
            Map.entry("org.caravan.server.service.ReceivedUpload", "scratch: an upload while it is composed"),
            Map.entry("org.caravan.server.access.TokenFile", "deletes an empty file before DurableFiles.create takes its place"),
            Map.entry("org.caravan.server.backup.Backup", "writes a draft, then DurableFiles.move"),
            Map.entry("org.caravan.server.backup.Restoration",
                    "writes a draft folder, sparse files included, flushes it, then DurableFiles.moveFolder"),
            Map.entry("org.caravan.server.backup.SecretCopies", "copies in a temporary folder, for the draft of a backup"),
            Map.entry("org.caravan.server.backup.TemporaryFolder", "the lock, which is empty"),
            Map.entry("org.caravan.server.data.DataFolder", "the lock, which is empty"),
            Map.entry("org.caravan.server.secrets.SharedLock", "the lock, which is empty"),
            Map.entry("org.caravan.image.LayerFolder", "deletes layers that no image names: one that comes back is collected again"),
            Map.entry("org.caravan.image.archive.LayerWriter", "scratch, then LayerFolder.keep"),
            Map.entry("org.caravan.image.archive.Archive", "scratch: an archive while it is unpacked"),
            Map.entry("org.caravan.image.archive.UnpackedTar", "scratch: files of an upload while it is composed"),
            Map.entry("org.caravan.image.archive.ImageExport", "scratch: layers while they are converted"),
            Map.entry("org.caravan.image.archive.ImageImport", "scratch, then LayerFolder.keep"),
            Map.entry("org.caravan.adapter.node.CapturedPackets", "scratch: packets while they are analysed"),
            Map.entry("org.caravan.transfer.Differences", "scratch and a cache; moved by DurableFiles.move"),
            Map.entry("org.caravan.transfer.Upload", "reads"),
            Map.entry("org.caravan.adapter.rented.MachineFolder", "deletes a link and credentials, then flushes the folder"),
            Map.entry("org.caravan.adapter.simulated.StateLines", "the simulated world, which has no power to lose"));

    private static final Set<String> OF_FILES = Set.of("move", "write", "writeString", "newOutputStream", "newBufferedWriter",
            "newByteChannel", "copy", "createFile",
            "createLink", "createSymbolicLink", "delete", "deleteIfExists");
    private static final Set<String> WRITERS = Set.of("java.io.FileOutputStream", "java.io.FileWriter", "java.io.RandomAccessFile",
            "java.io.PrintWriter");

    @ArchTest
    static void whatIsKeptIsWrittenByOneClass(JavaClasses all) {
        Set<String> found = all.stream().filter(each -> KEEPERS.stream()
                .anyMatch(keeper -> (each.getPackageName() + ".").startsWith(keeper + ".")))
                .filter(each -> !each.getPackageName().startsWith("org.caravan.adapter.testkit")).filter(DurableWritesTest::writes)
                .map(each -> each.getName().replaceFirst("[$].*", "")).collect(Collectors.toCollection(TreeSet::new));
        assertThat(found).as("classes that change files by other means than org.caravan.durable.DurableFiles; maybe use that one")
                .isEqualTo(new TreeSet<>(ALLOWED.keySet()));
    }

    private static boolean writes(JavaClass each) {
        Stream<String> calls = each.getMethodCallsFromSelf().stream()
                .filter(call -> call.getTargetOwner().getName().equals("java.nio.file.Files") && OF_FILES.contains(call.getName())
                        || call.getTargetOwner().getName().equals("java.nio.channels.FileChannel") && call.getName().equals("open"))
                .map(call -> call.getName());
        Stream<String> references = each.getMethodReferencesFromSelf().stream()
                .filter(call -> call.getTargetOwner().getName().equals("java.nio.file.Files")
                        && OF_FILES.contains(call.getName())).map(call -> call.getName());
        Stream<String> made = each.getConstructorCallsFromSelf().stream()
                .filter(call -> WRITERS.contains(call.getTargetOwner().getName())
                        && takesAFile(call.getTarget().getRawParameterTypes().stream().map(JavaClass::getName).toList()))
                .map(call -> call.getName());
        return Stream.of(calls, references, made).flatMap(stream -> stream).findAny().isPresent();
    }

    private static boolean takesAFile(List<String> parameters) {
        return !parameters.isEmpty() && Set.of("java.io.File", "java.lang.String").contains(parameters.get(0));
    }
}
