//! The part of the unikernel that is no kernel: what it is told at boot, and what it answers. Tested as any program.
#![cfg_attr(not(test), no_std)]

extern crate alloc;

pub mod content;
pub mod http;
pub mod parameters;
