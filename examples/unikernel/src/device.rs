//! The virtio network device, and how frames pass between it and the network stack.

use crate::memory::Devices;
use alloc::vec::Vec;
use core::ptr::NonNull;
use greeter::parameters::VirtioDevice;
use smoltcp::{phy::{self, DeviceCapabilities, Medium}, time::Instant, wire::EthernetAddress};
use virtio_drivers::{device::net::VirtIONet, transport::{mmio::{MmioTransport, VirtIOHeader}, DeviceType, Transport}};

const QUEUE: usize = 64;
const LONGEST_FRAME: usize = 1514;
const BUFFER: usize = 2048;
const REGISTERS: usize = 512;

type Card = VirtIONet<Devices, MmioTransport<'static>, QUEUE>;

pub struct NetworkDevice {
    pub at: VirtioDevice,
    card: Card,
}

impl NetworkDevice {
    /// The first of the devices that is a network device.
    pub fn find(devices: &[VirtioDevice]) -> Option<Self> {
        devices.iter().find_map(|at| {
            let header = NonNull::new(at.registers as *mut VirtIOHeader)?;
            // SAFETY: QEMU says that a virtio device has its registers there.
            let transport = unsafe { MmioTransport::new(header, REGISTERS) }.ok()?;
            (transport.device_type() == DeviceType::Network)
                .then(|| NetworkDevice { at: *at, card: Card::new(transport, BUFFER).expect("the network device starts") })
        })
    }

    pub fn hardware_address(&self) -> EthernetAddress {
        EthernetAddress(self.card.mac_address())
    }

    pub fn has_frame(&self) -> bool {
        self.card.can_recv()
    }

    pub fn frame(&mut self) -> Option<Vec<u8>> {
        let buffer = self.card.receive().ok()?;
        let frame = buffer.packet().to_vec();
        self.card.recycle_rx_buffer(buffer).expect("a buffer that came from the device goes back");
        Some(frame)
    }

    /// As one interface of the stack sees it: at most the one frame that is meant for it comes in.
    pub fn with(&mut self, incoming: Option<Vec<u8>>) -> Port<'_> {
        Port { card: &mut self.card, incoming }
    }
}

pub struct Port<'a> {
    card: &'a mut Card,
    incoming: Option<Vec<u8>>,
}

pub struct Incoming(Vec<u8>);
pub struct Outgoing<'a>(&'a mut Card);

impl phy::RxToken for Incoming {
    fn consume<R, F: FnOnce(&[u8]) -> R>(self, read: F) -> R {
        read(&self.0)
    }
}

impl phy::TxToken for Outgoing<'_> {
    fn consume<R, F: FnOnce(&mut [u8]) -> R>(self, length: usize, fill: F) -> R {
        let mut buffer = self.0.new_tx_buffer(length);
        let result = fill(buffer.packet_mut());
        // A frame that is lost here is one the network lost: TCP sends it again.
        let _ = self.0.send(buffer);
        result
    }
}

impl phy::Device for Port<'_> {
    type RxToken<'a> = Incoming where Self: 'a;
    type TxToken<'a> = Outgoing<'a> where Self: 'a;

    fn receive(&mut self, _: Instant) -> Option<(Incoming, Outgoing<'_>)> {
        self.incoming.take().map(|frame| (Incoming(frame), Outgoing(self.card)))
    }

    fn transmit(&mut self, _: Instant) -> Option<Outgoing<'_>> {
        self.card.can_send().then_some(Outgoing(self.card))
    }

    fn capabilities(&self) -> DeviceCapabilities {
        let mut capabilities = DeviceCapabilities::default();
        capabilities.max_transmission_unit = LONGEST_FRAME;
        capabilities.medium = Medium::Ethernet;
        capabilities
    }
}
