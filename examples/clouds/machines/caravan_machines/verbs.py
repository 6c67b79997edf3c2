"""What can be done with machines. Every verb may be repeated: asked for what already is, it changes nothing."""
import shutil
from collections.abc import Callable
from dataclasses import asdict, replace
from ipaddress import ip_address

from . import container, fabric, faults, rootfs
from .errors import MachinesError
from .ground import Ground, write_json
from .machine import Machine, Network, Nic, Rule, all_machines, all_networks, load_machine, load_network, lowest_free


def up(ground: Ground, ranges: list[str]) -> bool:
    """`ranges` are those of public addresses and the like, which the real machine must find here. False if all stood already."""
    rootfs.ensure(ground)
    with ground.locked():
        fresh = not fabric.exists(ground)
        if fresh:
            fabric.raise_router(ground)
            for network in all_networks(ground):  # the real machine was rebooted: all is raised again as it was
                fabric.add_network(ground, network)
        write_json(ground.file, {"prefix": ground.prefix, "link": str(ground.link)})
        for each in ranges:
            fabric.route_here(ground, each)
        fabric.apply(ground)
        if fresh:
            for machine in all_machines(ground):
                if machine.wanted == "running":
                    container.switch_on(ground, machine)
            fabric.apply(ground)
        return fresh


def down(ground: Ground) -> None:
    """Leaves nothing but the cache of root file systems."""
    if not ground.state.exists():
        return
    with ground.locked():
        for machine in all_machines(ground):
            container.switch_off(ground, machine.id, at_once=True)
        fabric.raze_router(ground)
        for folder in (ground.machines, ground.networks):
            shutil.rmtree(folder, ignore_errors=True)
        for file in (ground.file, ground.faults):
            file.unlink(missing_ok=True)


def create_network(ground: Ground, id: str, gateways: list[str]) -> Network:
    with ground.locked():
        networks = {network.id: network for network in all_networks(ground)}
        if id in networks:
            if set(networks[id].gateways) != set(gateways):
                raise MachinesError(f"The network ({id}) exists with other gateways {networks[id].gateways}.", "delete it first.")
            return networks[id]
        network = Network(id, lowest_free({each.number for each in networks.values()}), tuple(gateways))
        fabric.add_network(ground, network)
        write_json(ground.networks / f"{id}.json", asdict(network))
        return network


def delete_network(ground: Ground, id: str) -> None:
    with ground.locked():
        if id not in {network.id for network in all_networks(ground)}:
            return
        users = [machine.id for machine in all_machines(ground) if id in {nic.network for nic in machine.nics}]
        if users:
            raise MachinesError(f"The network ({id}) is used by machines {users}.", "destroy them first.")
        fabric.remove_network(ground, load_network(ground, id))
        (ground.networks / f"{id}.json").unlink()


def create(ground: Ground, wish: Machine, kind: str, keys: str, user_data: bytes) -> Machine:
    """Makes the machine and switches it on. `wish.number` and the interfaces' names are chosen here."""
    with ground.locked():
        present = all_machines(ground)
        existing = next((each for each in present if each.id == wish.id), None)
        if existing:
            return existing
        faults.read(ground).check_room(kind, len(present))
        _check_addresses(ground, wish, present)
        number = lowest_free({each.number for each in present})
        nics = tuple(replace(nic, mac=nic.mac or f"02:ca:{number >> 8:02x}:{number & 255:02x}:00:{index:02x}",
            interface=f"m{number}n{index}")
                     for index, nic in enumerate(wish.nics))
        machine = replace(wish, number=number, nics=nics)
        if machine.folder(ground).exists():  # left of a creation that was killed: a machine's file is written last
            container.remove(ground, machine)
        container.make(ground, machine, keys, user_data)
        machine.save(ground)
        return _switched_on(ground, machine)



def _switched_on(ground: Ground, machine: Machine) -> Machine:
    if not container.is_on(ground, machine.id):
        fabric.apply(ground)
        container.switch_on(ground, machine)
    fabric.apply(ground)
    return machine


def start(ground: Ground, id: str) -> Machine:
    with ground.locked():
        return _switched_on(ground, replace(load_machine(ground, id), wanted="running").save(ground))


def stop(ground: Ground, id: str, at_once: bool = False) -> None:
    with ground.locked():
        replace(load_machine(ground, id), wanted="stopped").save(ground)
        container.switch_off(ground, id, at_once)


def reboot(ground: Ground, id: str) -> None:
    with ground.locked():
        machine = load_machine(ground, id)
        if container.is_on(ground, id):
            container.switch_off(ground, id, at_once=False)
        _switched_on(ground, machine)


def destroy(ground: Ground, id: str) -> None:
    with ground.locked():
        if not (ground.machines / id / "machine.json").exists():
            return
        machine = load_machine(ground, id)
        container.switch_off(ground, id, at_once=True)
        container.remove(ground, machine)
        fabric.apply(ground)


def attach_address(ground: Ground, id: str, address: str, nic: int = 0) -> Machine:
    """The provider delivers the address to the machine, which has to take it itself."""
    with ground.locked():
        machine = load_machine(ground, id)
        if address not in machine.nics[nic].addresses:
            _check_free(all_machines(ground), address)
            _check_held(ground, machine.nics[nic].network, address)
            machine = machine.with_nic(nic, further=machine.nics[nic].further + (address,)).save(ground)
        fabric.apply(ground)
        return machine


def attach_public(ground: Ground, id: str, private: str, public: str) -> Machine:
    with ground.locked():
        machine = load_machine(ground, id)
        if private not in machine.addresses:
            raise MachinesError(f"The machine ({id}) has no address ({private}).", f"use one of {list(machine.addresses)}.")
        for other in all_machines(ground):
            if public in other.public.values() and other.public.get(private) != public:
                raise MachinesError(f"The public address ({public}) belongs to the machine ({other.id}).", "detach it there first.")
        machine = replace(machine, public=machine.public | {private: public}).save(ground)
        fabric.apply(ground)
        return machine


def detach_address(ground: Ground, id: str, address: str) -> Machine:
    """Private or public; with a private one goes the public one that stands for it."""
    with ground.locked():
        machine = load_machine(ground, id)
        public = {private: each for private, each in machine.public.items() if address not in (private, each)}
        nics = tuple(replace(nic, further=tuple(each for each in nic.further if each != address)) for nic in machine.nics)
        machine = replace(machine, nics=nics, public=public).save(ground)
        fabric.apply(ground)
        return machine


def configure(ground: Ground, id: str, change: Callable[[Machine], Machine]) -> Machine:
    """For programs that keep the truth elsewhere: after it the network is as the changed machine says. Addresses are not checked."""
    with ground.locked():
        machine = load_machine(ground, id)
        changed = change(machine)
        if changed != machine:
            changed.save(ground)
            fabric.apply(ground)
        return changed


def allow(ground: Ground, id: str, rules: tuple[Rule, ...] | None) -> Machine:
    """After it exactly this is let in; None takes the firewall away."""
    with ground.locked():
        machine = replace(load_machine(ground, id), rules=rules).save(ground)
        fabric.apply(ground)
        return machine


def _check_addresses(ground: Ground, wish: Machine, present: list[Machine]) -> None:
    for nic in wish.nics:
        for address in nic.addresses:
            _check_free(present, address)
            _check_held(ground, nic.network, address)


def _check_free(machines: list[Machine], address: str) -> None:
    ip_address(address)
    for machine in machines:
        if address in machine.addresses:
            raise MachinesError(f"The address ({address}) belongs to the machine ({machine.id}).", "choose another.")


def _check_held(ground: Ground, network: str, address: str) -> None:
    if not load_network(ground, network).holds(address):
        raise MachinesError(f"The address ({address}) is not of the network ({network}).", "choose one that is.")
