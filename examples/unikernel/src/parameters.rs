//! The kernel's command line: words separated by spaces, values percent-encoded.
//!
//! `address=10.1.1.100/24@10.1.1.1 address=fd4e:1:1::64/64@fd4e:1:1::1 port=80 env=NAME=value virtio_mmio.device=512@0xfeb02e00:12`

use alloc::{collections::BTreeMap, string::String, vec::Vec};
use core::net::IpAddr;

/// An address of ours, the length of its prefix and who forwards packets from it.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub struct Address {
    pub ip: IpAddr,
    pub prefix: u8,
    pub gateway: IpAddr,
}

/// Where a virtio device has its registers, and the interrupt it raises. QEMU adds these words itself.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub struct VirtioDevice {
    pub registers: usize,
    pub interrupt: u8,
}

#[derive(Debug, PartialEq, Eq, Default)]
pub struct Parameters {
    pub addresses: Vec<Address>,
    pub ports: Vec<u16>,
    pub environment: BTreeMap<String, String>,
    pub devices: Vec<VirtioDevice>,
}

impl Parameters {
    /// What cannot be read is an error that names the word: a server at half its addresses would look ready.
    pub fn read(line: &str) -> Result<Self, &str> {
        let mut parameters = Parameters::default();
        for word in line.split_ascii_whitespace() {
            parameters.add(word).ok_or(word)?;
        }
        Ok(parameters)
    }

    fn add(&mut self, word: &str) -> Option<()> {
        // Words of other kernels' vocabulary are not ours to judge.
        let Some((key, value)) = word.split_once('=') else { return Some(()) };
        match key {
            "address" => self.addresses.push(address(value)?),
            "port" => self.ports.push(value.parse().ok().filter(|port| *port > 0)?),
            "env" => {
                let (name, value) = value.split_once('=')?;
                self.environment.insert(name.into(), decoded(value)?);
            }
            "virtio_mmio.device" => self.devices.push(device(value)?),
            _ => {}
        }
        Some(())
    }

    pub fn variable(&self, name: &str) -> &str {
        self.environment.get(name).map_or("", String::as_str)
    }
}

fn address(text: &str) -> Option<Address> {
    let (cidr, gateway) = text.split_once('@')?;
    let (ip, prefix) = cidr.split_once('/')?;
    let address = Address { ip: ip.parse().ok()?, prefix: prefix.parse().ok()?, gateway: gateway.parse().ok()? };
    let bits = if address.ip.is_ipv4() { 32 } else { 128 };
    (address.ip.is_ipv4() == address.gateway.is_ipv4() && address.prefix <= bits).then_some(address)
}

/// `512@0xfeb02e00:12`
fn device(text: &str) -> Option<VirtioDevice> {
    let (registers, interrupt) = text.split_once('@')?.1.split_once(':')?;
    let registers = usize::from_str_radix(registers.strip_prefix("0x")?, 16).ok()?;
    Some(VirtioDevice { registers, interrupt: interrupt.parse().ok()? })
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let high = char::from(rest.next()?).to_digit(16)?;
            let low = char::from(rest.next()?).to_digit(16)?;
            bytes.push((high * 16 + low) as u8);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_a_host_and_qemu_write() {
        let read = Parameters::read(
            "address=10.1.1.100/24@10.1.1.1 address=fd4e:1:1::64/64@fd4e:1:1::1 port=80 port=8443 quiet \
             env=GREETING=hei%20p%C3%A5%20deg env=EMPTY= root=none virtio_mmio.device=512@0xfeb02e00:12",
        )
        .unwrap();
        assert_eq!(read.addresses.len(), 2);
        assert_eq!(
            read.addresses[1],
            Address { ip: "fd4e:1:1::64".parse().unwrap(), prefix: 64, gateway: "fd4e:1:1::1".parse().unwrap() }
        );
        assert_eq!(read.ports, [80, 8443]);
        assert_eq!(read.variable("GREETING"), "hei på deg");
        assert_eq!(read.variable("EMPTY"), "");
        assert_eq!(read.variable("ABSENT"), "");
        assert_eq!(read.devices, [VirtioDevice { registers: 0xfeb02e00, interrupt: 12 }]);
    }

    #[test]
    fn names_the_word_that_it_cannot_read() {
        for wrong in [
            "address=10.1.1.100/24",
            "address=10.1.1/24@10.1.1.1",
            "address=10.1.1.100/33@10.1.1.1",
            "address=10.1.1.100/24@fd4e::1",
            "port=0",
            "port=65536",
            "env=NAME",
            "env=NAME=%2",
            "env=NAME=%zz",
            "virtio_mmio.device=512@feb02e00:12",
        ] {
            let line = ["port=80 ", wrong, " port=81"].concat();
            assert_eq!(Parameters::read(&line), Err(wrong));
        }
    }
}
