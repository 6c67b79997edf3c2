package org.caravan.adapter.node.router;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Servers of one entry according to {@code show stat}, which writes CSV with a title line. */
record RouterState(List<Server> servers) {

    /**
     * @param sessions open sessions
     * @param status {@code UP}, {@code DOWN}, {@code DRAIN}, {@code MAINT}, possibly with a suffix
     * @param check result of the last health check: {@code L7OK}, {@code L4CON}, … ; empty before the first
     */
    record Server(String name, String socket, int weight, int sessions, String status, String check) {

        boolean up() {
            return status.startsWith("UP");
        }

        /** During a check, an asterisk precedes the last result. */
        boolean healthy() {
            return check.replace("* ", "").matches("L[467]OKC?");
        }

        boolean is(RouterServer wanted) {
            return name.equals(wanted.name()) && socket.equals(socketText(wanted));
        }

        private static String socketText(RouterServer server) {
            return (server.address().contains(":") ? "[" + server.address() + "]" : server.address()) + ":" + server.port();
        }
    }

    /** @throws RuntimeException for output that HAProxy does not write */
    static RouterState read(String entryName, String statistics) {
        List<String> lines = statistics.lines().filter(line -> !line.isBlank()).toList();
        if (lines.isEmpty() || !lines.get(0).startsWith("# ")) {
            throw new IllegalArgumentException("no statistics of HAProxy");
        }
        List<String> titles = Arrays.asList(lines.get(0).substring(2).split(","));
        List<Server> servers = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            boolean server = cells[titles.indexOf("type")].equals("2");
            if (server && cells[titles.indexOf("pxname")].equals(entryName)) {
                servers.add(new Server(cells[titles.indexOf("svname")], cells[titles.indexOf("addr")],
                        number(cells[titles.indexOf("uweight")]), number(cells[titles.indexOf("scur")]), cells[titles.indexOf("status")],
                                cells[titles.indexOf("check_status")]));
            }
        }
        return new RouterState(servers);
    }

    Optional<Server> server(String name) {
        return servers.stream().filter(server -> server.name().equals(name)).findFirst();
    }

    private static int number(String cell) {
        return cell.isEmpty() ? 0 : Integer.parseUnsignedInt(cell);
    }
}
