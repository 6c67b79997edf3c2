package org.caravan.service;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Sites: nginx, and PHP-FPM if the site has PHP. */
final class WebService implements Engine {

    private static final List<String> INDEX = List.of("index.php", "index.html", "index.htm");
    private static final String READY = "/.caravan/ready";
    private static final int PORT = 8080;

    @Override
    public ServiceComponent inspect(ServiceRequest request, Faults faults) {
        Upload upload = request.upload().orElseThrow();
        List<LayerFile> layer = upload.folder() ? LayerFile.all(upload) : single(upload, faults);
        boolean php = upload.files().stream().anyMatch(file -> Upload.suffix(file.path()).equals(".php"));
        if (upload.folder()) {
            entryPoint(upload, faults);
        }
        upload.files().stream().filter(file -> file.fileName().equals(".htaccess")).findFirst().ifPresent(file ->
                faults.warning("htaccess-ignored", "nginx does not read " + upload.shown(file) + ".",
                        "check that the site needs none of its rules; files whose names begin with a dot are not served."));
        String files = String.format(Locale.ROOT, "%d file%s, %.1f MiB", upload.files().size(), upload.files().size() == 1 ? "" : "s",
                upload.size() / 1024.0 / 1024);
        return php ? php(files, layer) : plain(files, layer);
    }

    private static ServiceComponent php(String files, List<LayerFile> layer) {
        return new ServiceComponent("A site with PHP (" + files + "), by nginx and PHP-FPM", false, 50,
                "4 processes that each need 80 ms per page serve 50 requests/s. Measure your pages, and change the capacity.",
                new ServiceComponent.Form("0.2..1", "192..256 MiB", "1 GiB",
                        new TreeMap<>(Map.of("PHP_WORKERS", "4", "PHP_MEMORY", "48M")),
                        "PHP_WORKERS is the number of PHP processes, PHP_MEMORY the limit of each; raise memory with them."),
                "http", PORT, Optional.of(READY), ServiceComponent.Request.ofHttp("page",
                        "turns 3  bytes 24 KiB  service-time 20..80 ms"), layer, false);
    }

    private static ServiceComponent plain(String files, List<LayerFile> layer) {
        return new ServiceComponent("A static site (" + files + "), by nginx", false, 500,
                "nginx serves more than 500 small files/s; the line to the users is full before.",
                new ServiceComponent.Form("0.05..0.5", "32..64 MiB", "1 GiB", Map.of(),
                        "The files are in the image: copies need little memory."),
                "http", PORT, Optional.of(READY), ServiceComponent.Request.ofHttp("page",
                        "turns 3  bytes 24 KiB  service-time 1..4 ms"), layer, false);
    }

    /** A single page becomes the index of the site. */
    private static List<LayerFile> single(Upload upload, Faults faults) {
        if (!upload.hasType(".html", ".htm", ".php")) {
            faults.error("upload-type", upload.name() + " is neither a folder nor an .html or .php file.",
                    upload.hasType(".zip", ".gz", ".tar") ? "unpack it, and give the folder." : "give the folder of the site.");
            return List.of();
        }
        UploadEntry entry = upload.entries().get(0);
        return List.of(new LayerFile(LayerFile.ROOT + "index" + Upload.suffix(upload.name()), entry));
    }

    private static void entryPoint(Upload upload, Faults faults) {
        if (INDEX.stream().anyMatch(index -> upload.file(index).isPresent())) {
            return;
        }
        Optional<UploadEntry> deeper = upload.files().stream().filter(file -> INDEX.contains(file.fileName())).min((one, other) ->
                Integer.compare(one.path().split("/").length, other.path().split("/").length));
        faults.error("no-entry-point", "The folder " + upload.name() + " has no index.php or index.html.", deeper.map(file ->
                "give the folder of " + upload.shown(file) + ".").orElse("add one: it answers the address / of the site."));
    }
}
