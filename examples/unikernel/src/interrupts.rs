//! What wakes the processor: the network device by way of the I/O APIC, and the timer of the local APIC.

use crate::console::say;
use core::{arch::{asm, global_asm}, ptr::addr_of, sync::atomic::{AtomicUsize, Ordering}};

const LOCAL_APIC: usize = 0xfee0_0000;
const END_OF_INTERRUPT: usize = 0xb0;
const SPURIOUS: usize = 0xf0;
const TIMER_MODE: usize = 0x320;
const TIMER_START: usize = 0x380;
const TIMER_NOW: usize = 0x390;
const TIMER_DIVISOR: usize = 0x3e0;
const IO_APIC: usize = 0xfec0_0000;

const TIMER_VECTOR: usize = 0x20;
const NETWORK_VECTOR: usize = 0x21;
const SPURIOUS_VECTOR: usize = 0xff;
const VECTORS: usize = 256;

/// Registers of a virtio device (virtio 1.2, 4.2.2): why it interrupted, and that we know.
const INTERRUPT_STATUS: usize = 0x60;
const INTERRUPT_ACKNOWLEDGE: usize = 0x64;

static NETWORK_REGISTERS: AtomicUsize = AtomicUsize::new(0);

global_asm!(
    r#"
.text
.macro wrap name, handler
\name:
    push %rax; push %rcx; push %rdx; push %rsi; push %rdi; push %r8; push %r9; push %r10; push %r11
    call \handler
    pop %r11; pop %r10; pop %r9; pop %r8; pop %rdi; pop %rsi; pop %rdx; pop %rcx; pop %rax
    iretq
.endm
wrap timer_entry, timer_expired
wrap network_entry, network_interrupted
spurious_entry:
    iretq
exception_entry:
    mov %rsp, %rdi
    and $-16, %rsp
    call exception
"#,
    options(att_syntax)
);

extern "C" {
    fn timer_entry();
    fn network_entry();
    fn spurious_entry();
    fn exception_entry();
}

#[repr(C, align(16))]
struct Gates([[u64; 2]; VECTORS]);
static mut GATES: Gates = Gates([[0; 2]; VECTORS]);

#[repr(C, packed)]
struct GatesPointer {
    limit: u16,
    base: u64,
}

fn register(base: usize, offset: usize) -> *mut u32 {
    (base + offset) as *mut u32
}

fn read(base: usize, offset: usize) -> u32 {
    // SAFETY: registers of a device of the virtual machine, mapped to where they are.
    unsafe { register(base, offset).read_volatile() }
}

fn write(base: usize, offset: usize, value: u32) {
    // SAFETY: as above.
    unsafe { register(base, offset).write_volatile(value) }
}

/// Takes the registers of the network device, and the pin of the I/O APIC that it raises.
pub fn prepare(registers: usize, pin: u8) {
    NETWORK_REGISTERS.store(registers, Ordering::Relaxed);
    for vector in 0..32 {
        gate(vector, exception_entry);
    }
    gate(TIMER_VECTOR, timer_entry);
    gate(NETWORK_VECTOR, network_entry);
    gate(SPURIOUS_VECTOR, spurious_entry);
    load_gates((VECTORS * 16 - 1) as u16);
    write(LOCAL_APIC, SPURIOUS, 0x100 | SPURIOUS_VECTOR as u32);
    write(LOCAL_APIC, TIMER_DIVISOR, 0b1011); // by one
    write(LOCAL_APIC, TIMER_MODE, TIMER_VECTOR as u32); // once
    let entry = 0x10 + 2 * u32::from(pin);
    io_apic(entry + 1, 0); // to processor 0
    io_apic(entry, NETWORK_VECTOR as u32 | 1 << 15); // while the line is high
}

fn io_apic(index: u32, value: u32) {
    write(IO_APIC, 0, index);
    write(IO_APIC, 0x10, value);
}

fn gate(vector: usize, entry: unsafe extern "C" fn()) {
    let address = entry as usize as u64;
    let low = (address & 0xffff) | 8 << 16 | 0x8e00 << 32 | (address >> 16 & 0xffff) << 48;
    // SAFETY: written before the table is loaded, by the only processor.
    unsafe { GATES.0[vector] = [low, address >> 32] }
}

fn load_gates(limit: u16) {
    let pointer = GatesPointer { limit, base: addr_of!(GATES) as u64 };
    // SAFETY: the table is static and filled for all vectors that can occur.
    unsafe { asm!("lidt [{}]", in(reg) &pointer, options(readonly, nostack, preserves_flags)) }
}

/// Counts down from here at the timer's own rate; 0 stops it.
pub fn start_timer(ticks: u32) {
    write(LOCAL_APIC, TIMER_START, ticks);
}

pub fn timer_ticks_left() -> u32 {
    read(LOCAL_APIC, TIMER_NOW)
}

/// Until the next interrupt. To be called with interrupts off, which makes sure that one which came after the caller's
/// last look ends the wait at once; they are off again afterwards.
pub fn wait() {
    // SAFETY: `sti` takes effect after the next instruction, so nothing fits between it and `hlt`.
    unsafe { asm!("sti", "hlt", "cli") }
}

#[no_mangle]
extern "C" fn timer_expired() {
    write(LOCAL_APIC, END_OF_INTERRUPT, 0);
}

/// The device holds its line until it is told that we know.
#[no_mangle]
extern "C" fn network_interrupted() {
    let registers = NETWORK_REGISTERS.load(Ordering::Relaxed);
    write(registers, INTERRUPT_ACKNOWLEDGE, read(registers, INTERRUPT_STATUS));
    write(LOCAL_APIC, END_OF_INTERRUPT, 0);
}

#[no_mangle]
extern "C" fn exception(stack: *const u64) -> ! {
    // SAFETY: the processor has put at least three words there.
    let words = unsafe { [stack.read(), stack.add(1).read(), stack.add(2).read()] };
    say!("exception of the processor: {words:x?}");
    end()
}

/// Ends the virtual machine: an exception that nobody can take resets it, and the host does not start it again.
pub fn end() -> ! {
    load_gates(0);
    // SAFETY: nothing is to go on after it.
    unsafe { asm!("int3", options(noreturn)) }
}
