// One record per host: what the infrastructure says of it, and what it said itself, once it was asked.

/** @param nodes null while the hosts are asked. @returns those that do not answer first, then by site and id */
export function hosts(infrastructure, nodes) {
  const types = new Map(infrastructure.hostTypes.map((type) => [type.id, type]));
  const answered = new Map((nodes?.hosts ?? []).map((one) => [one.hostId, one]));
  const silent = new Map((nodes?.unobserved ?? []).map((one) => [one.hostId, one]));
  const all = infrastructure.sites.flatMap((site) => site.hosts.map((host) => one(site, host, types.get(host.hostTypeId),
      answered.get(host.id), silent.get(host.id))));
  return all.sort((a, b) => b.states.includes("silent") - a.states.includes("silent") || a.siteId.localeCompare(b.siteId)
    || a.id.localeCompare(b.id, "en", { numeric: true }));
}

function one(site, host, type, node, silent) {
  const said = node ?? silent;
  return {
    id: host.id, siteId: site.id, type: host.hostTypeId, provider: host.provider,
        architecture: node?.architecture ?? type?.architecture ?? "",
    cpu: node?.cpu ?? type?.cpuMilliCores, memory: node?.memory ?? type?.memoryBytes, disk: node?.disk ?? type?.diskBytes,
    use: said?.use, drained: Boolean(said?.drained), reason: silent?.reason, seenAt: said?.seenAt, machine: node?.machine,
        capability: node?.capability,
    states: [node ? "answers" : silent ? "silent" : "asked", ...(said?.drained ? ["drained"] : [])],
  };
}
