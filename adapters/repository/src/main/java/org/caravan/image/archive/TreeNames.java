package org.caravan.image.archive;

import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Names of all files in the lower layers, used to determine the names that a layer hides. */
final class TreeNames {

    private final NavigableSet<String> names = new TreeSet<>();

    void add(String name) {
        names.add(name);
    }

    int size() {
        return names.size();
    }

    boolean has(String name) {
        return names.contains(name);
    }

    void remove(String name) {
        names.remove(name);
        within(name).clear();
    }

    /** Names directly below a folder, sorted. */
    List<String> children(String folder) {
        int start = folder.isEmpty() ? 0 : folder.length() + 1;
        return (folder.isEmpty() ? names : within(folder)).stream().filter(name -> name.indexOf('/', start) < 0).toList();
    }

    private NavigableSet<String> within(String folder) {
        return names.subSet(folder + "/", true, folder + "0", false); // 0 is the character after /
    }
}
