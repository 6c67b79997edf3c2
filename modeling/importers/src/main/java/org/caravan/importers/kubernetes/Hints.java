package org.caravan.importers.kubernetes;

import java.util.Map;

/** Alternatives for unconverted elements: a reason that begins with {@code because}, or an instruction. */
final class Hints {

    private static final String START = "make it the start command of the image: caravan image import … --start";

    private static final Map<String, String> OF_KEYS = Map.ofEntries(
            Map.entry("command", START),
            Map.entry("args", START),
            Map.entry("workingDir", "make it part of the image's start command."),
            Map.entry("initContainers", "do its work in the start command of the image, or before the application is deployed."),
            Map.entry("livenessProbe", "say when an endpoint is ready: ready when GET \"/path\" is 200"),
            Map.entry("startupProbe", "because an endpoint is waited for until it is ready"),
            Map.entry("lifecycle", "do it in the start command of the image; instances are stopped with SIGTERM."),
            Map.entry("affinity.nodeAffinity", "say where it may run: require COMPONENT at SITE"),
            Map.entry("affinity.podAffinity", "write it beside the components: require COMPONENT together with OTHER by host"),
            Map.entry("affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution",
                    "write it beside the components: prefer COMPONENT apart from OTHER by host"),
            Map.entry("volumeMounts.readOnly", "because files that are only read are put into the image"),
            Map.entry("volumeMounts.subPath", "put the files where the program reads them."),
            Map.entry("readinessProbe.httpGet.httpHeaders", "let the path answer without them."),
            Map.entry("readinessProbe.httpGet.host", "because the copy itself is queried"),
            Map.entry("ports.hostIP", "because each instance has addresses of its own"),
            Map.entry("Service.type", "because users enter by the component that their requests begin with"),
            Map.entry("Service.clusterIP", "because a component is found by its own name"),
            Map.entry("Service.clusterIPs", "because a component is found by its own name"),
            Map.entry("Service.sessionAffinity", "because each request may go to any replica"),
            Map.entry("Service.ipFamilies", "because addresses follow from the ISPs of a site"),
            Map.entry("Service.ipFamilyPolicy", "because addresses follow from the ISPs of a site"),
            Map.entry("Service.internalTrafficPolicy", "because planning assigns clients to replicas"),
            Map.entry("Service.ports.nodePort", "because users reach an endpoint at an address of its own"),
            Map.entry("Service.ports.appProtocol", "because endpoints are TCP, independent of the application protocol"),
            Map.entry("affinity", "say where it may run: require COMPONENT at SITE, or require A apart from B by host"),
            Map.entry("tolerations", "because nodes are not tainted; say where it may run: require COMPONENT at SITE"),
            Map.entry("topologySpreadConstraints", "say it by: require COMPONENT apart by site"),
            Map.entry("securityContext", "make its user that of the image's start command."),
            Map.entry("serviceAccountName", "because components have no access to the control plane"),
            Map.entry("serviceAccount", "because components have no access to the control plane"),
            Map.entry("automountServiceAccountToken", "because components have no access to the control plane"),
            Map.entry("imagePullSecrets", "because images are brought in by a person: caravan image import FILE --name NAME"),
            Map.entry("hostNetwork", "because each instance has addresses of its own"),
            Map.entry("terminationGracePeriodSeconds", "because an instance is drained before it ends"),
            Map.entry("spec.strategy", "because a new instance answers before the old one is drained"),
            Map.entry("spec.updateStrategy", "because a new instance answers before the old one is drained"));

    private Hints() {}

    /** Hint for a key of a workload, as in {@code spec.strategy}. */
    static String of(String key) {
        return OF_KEYS.getOrDefault(key, key.matches("resources\\.(limits|requests)\\.[^/]*(gpu|nvidia|amd)[^/]*/.*")
                ? "because whole GPUs are reserved: gpu 1" : "");
    }

    /** Hint for an object as a whole. */
    static String ofKind(String kind) {
        return switch (kind) {
            case "NetworkPolicy" -> "because components reach only what they require";
            case "PersistentVolumeClaim", "PersistentVolume", "StorageClass" -> "because data of a stateful component stays with its copy";
            case "Job", "CronJob" -> "because a component runs all the time";
            case "Namespace" -> "because an application is a space of names itself";
            case "ServiceAccount", "Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding" ->
                    "because components have no access to the control plane";
            case "PodDisruptionBudget" -> "because an instance is replaced before it ends";
            case "Kustomization" -> "import its output: kubectl kustomize FOLDER > shop.yaml";
            default -> "";
        };
    }
}
