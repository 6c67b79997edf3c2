//! One interface of the stack per address: so every answer leaves by the gateway that belongs to the address which was
//! asked, and with it by the same ISP.

use crate::{device::NetworkDevice, server::Server};
use alloc::vec::Vec;
use core::net::IpAddr;
use greeter::parameters::Address;
use smoltcp::{
    iface::{Config, Interface},
    time::{Duration, Instant},
    wire::{ArpPacket, EthernetFrame, EthernetProtocol, IpAddress, IpCidr, Ipv4Packet, Ipv6Packet},
};

pub struct Site {
    address: IpAddress,
    interface: Interface,
    pub server: Server,
}

pub struct Network {
    device: NetworkDevice,
    pub sites: Vec<Site>,
}

impl Network {
    pub fn new(mut device: NetworkDevice, addresses: &[Address], server: impl Fn() -> Server, seed: u64, now: Instant) -> Self {
        let sites = addresses.iter().map(|address| site(&mut device, address, server(), seed, now)).collect();
        Network { device, sites }
    }

    pub fn has_frame(&self) -> bool {
        self.device.has_frame()
    }

    /// Everything that has come in, and all there is to send.
    pub fn exchange(&mut self, now: Instant) {
        while let Some(frame) = self.device.frame() {
            let target = target(&frame);
            for site in &mut self.sites {
                if target.is_none_or(|target| target == site.address) {
                    site.interface.poll(now, &mut self.device.with(Some(frame.clone())), site.server.sockets());
                }
            }
        }
        for site in &mut self.sites {
            site.interface.poll(now, &mut self.device.with(None), site.server.sockets());
        }
    }

    /// After how long something is to be done even if nothing comes in.
    pub fn rest(&mut self, now: Instant) -> Option<Duration> {
        self.sites.iter_mut().filter_map(|site| site.interface.poll_delay(now, site.server.sockets())).min()
    }
}

fn site(device: &mut NetworkDevice, address: &Address, server: Server, seed: u64, now: Instant) -> Site {
    let mut config = Config::new(device.hardware_address().into());
    config.random_seed = seed;
    let mut interface = Interface::new(config, &mut device.with(None), now);
    interface.update_ip_addrs(|own| own.push(IpCidr::new(address.ip.into(), address.prefix)).expect("room for one"));
    let routes = interface.routes_mut();
    match address.gateway {
        IpAddr::V4(gateway) => routes.add_default_ipv4_route(gateway).map(drop),
        IpAddr::V6(gateway) => routes.add_default_ipv6_route(gateway).map(drop),
    }
    .expect("room for one");
    Site { address: address.ip.into(), interface, server }
}

/// Which single address a frame is for; none where it is for all of them, as a neighbour's question to a group.
fn target(frame: &[u8]) -> Option<IpAddress> {
    let frame = EthernetFrame::new_checked(frame).ok()?;
    match frame.ethertype() {
        EthernetProtocol::Ipv4 => Some(Ipv4Packet::new_checked(frame.payload()).ok()?.dst_addr().into()),
        EthernetProtocol::Ipv6 => {
            let target = Ipv6Packet::new_checked(frame.payload()).ok()?.dst_addr();
            (!target.is_multicast()).then(|| target.into())
        }
        EthernetProtocol::Arp => {
            let asked: [u8; 4] = ArpPacket::new_checked(frame.payload()).ok()?.target_protocol_addr().try_into().ok()?;
            Some(core::net::Ipv4Addr::from(asked).into())
        }
        EthernetProtocol::Unknown(_) => None,
    }
}
