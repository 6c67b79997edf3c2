//! A web server that is its own operating system. It learns its addresses and its name at boot and sleeps until somebody
//! asks.
#![no_std]
#![no_main]

extern crate alloc;

mod boot;
mod clock;
mod console;
mod device;
mod interrupts;
mod memory;
mod network;
mod ports;
mod server;
mod status;

use alloc::string::ToString;
use console::say;
use greeter::{content, http::Site, parameters::Parameters};

/// Called by `boot` with the address of the start information.
#[no_mangle]
extern "C" fn main(start_information: *const u8) -> ! {
    memory::prepare();
    // SAFETY: the address comes from the boot loader.
    let line = unsafe { boot::command_line(start_information) };
    let parameters = Parameters::read(line).unwrap_or_else(|word| panic!("cannot read the parameter {word}"));
    let device = device::NetworkDevice::find(&parameters.devices).expect("a network device");
    interrupts::prepare(device.at.registers, device.at.interrupt);
    let clock = clock::Clock::measured();
    let instance = parameters.variable("CARAVAN_INSTANCE").to_string();
    let greeting = server::greeting(&parameters).to_string();
    let site = Site { instance: &instance, greeting: &greeting, files: content::FILES };
    let seed = seed();
    let server = || server::Server::new(&parameters.ports, parameters.addresses.len(), &site);
    let mut network = network::Network::new(device, &parameters.addresses, server, seed, clock.now());
    say!("{instance} serves ports {:?} of {:?} after {} (processor {} MHz)", parameters.ports,
        parameters.addresses.iter().map(|address| address.ip).collect::<alloc::vec::Vec<_>>(), clock.now(), clock.megahertz());
    loop {
        network.exchange(clock.now());
        let mut active = false;
        for place in &mut network.sites {
            active |= place.server.serve(&site);
        }
        status::report_connections(network.sites.iter().map(|place| place.server.connections()).sum());
        if active {
            continue;
        }
        clock.wake_after(network.rest(clock.now()));
        if !network.has_frame() {
            interrupts::wait();
        }
    }
}

/// Nobody outside may guess sequence numbers: the moment of the boot is all a small machine has to offer.
fn seed() -> u64 {
    // SAFETY: every 64-bit processor has this counter.
    unsafe { core::arch::x86_64::_rdtsc() }
}

#[panic_handler]
fn panic(information: &core::panic::PanicInfo) -> ! {
    say!("{}", information.message());
    interrupts::end()
}
