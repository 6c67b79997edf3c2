//! The serial port, where the host keeps the log.

use crate::ports;
use core::fmt;

const DATA: u16 = 0x3f8;

pub struct Console;

impl fmt::Write for Console {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.bytes().for_each(|byte| ports::write(DATA, byte));
        Ok(())
    }
}

macro_rules! say {
    ($($part:tt)*) => {{
        use core::fmt::Write;
        let _ = writeln!($crate::console::Console, $($part)*);
    }};
}
pub(crate) use say;
