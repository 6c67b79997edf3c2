//! The processor's input and output ports.

use core::arch::asm;

pub fn write(port: u16, value: u8) {
    // SAFETY: only devices of the virtual machine listen, and none of those we write to touches memory.
    unsafe { asm!("out dx, al", in("dx") port, in("al") value, options(nomem, nostack, preserves_flags)) }
}

pub fn read(port: u16) -> u8 {
    let value: u8;
    // SAFETY: as above.
    unsafe { asm!("in al, dx", in("dx") port, out("al") value, options(nomem, nostack, preserves_flags)) }
    value
}
