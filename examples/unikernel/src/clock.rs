//! Time since boot, by the processor's counter; how fast that and the timer count is measured against the i8254, whose
//! rate is the same everywhere.

use crate::{interrupts, ports};
use core::arch::x86_64::_rdtsc;
use smoltcp::time::{Duration, Instant};

const PIT_HERTZ: u64 = 1_193_182;
const PIT_TICKS: u16 = 5_966; // 5 ms
const PIT_COUNTER: u16 = 0x40;
const PIT_COMMAND: u16 = 0x43;
const MICROS: u64 = 1_000_000;

pub struct Clock {
    start: u64,
    counts_per_second: u64,
    timer_ticks_per_second: u64,
}

impl Clock {
    /// After the interrupts are prepared. Takes 5 ms.
    pub fn measured() -> Self {
        ports::write(PIT_COMMAND, 0b0011_0000); // counter 0, both bytes, once to zero
        ports::write(PIT_COUNTER, 0xff);
        ports::write(PIT_COUNTER, 0xff);
        let first = pit();
        let start = counts();
        interrupts::start_timer(u32::MAX);
        let mut passed = 0;
        while passed < PIT_TICKS {
            passed = first.wrapping_sub(pit());
        }
        let counted = counts() - start;
        let ticks = u64::from(u32::MAX - interrupts::timer_ticks_left());
        interrupts::start_timer(0);
        let per_second = |count: u64| count * PIT_HERTZ / u64::from(passed);
        Clock { start, counts_per_second: per_second(counted), timer_ticks_per_second: per_second(ticks) }
    }

    pub fn now(&self) -> Instant {
        Instant::from_micros(self.micros() as i64)
    }

    pub fn megahertz(&self) -> u64 {
        self.counts_per_second / MICROS
    }

    fn micros(&self) -> u64 {
        let counted = counts() - self.start;
        let seconds = counted / self.counts_per_second;
        seconds * MICROS + (counted % self.counts_per_second) * MICROS / self.counts_per_second
    }

    /// The next interrupt comes after this time at the latest; without a time only what others cause.
    pub fn wake_after(&self, time: Option<Duration>) {
        let ticks = time.map_or(0, |time| (time.total_micros() * self.timer_ticks_per_second / MICROS).max(1));
        interrupts::start_timer(ticks.min(u64::from(u32::MAX)) as u32);
    }
}

fn counts() -> u64 {
    // SAFETY: every 64-bit processor has this counter.
    unsafe { _rdtsc() }
}

fn pit() -> u16 {
    ports::write(PIT_COMMAND, 0); // hold what counter 0 shows
    u16::from_le_bytes([ports::read(PIT_COUNTER), ports::read(PIT_COUNTER)])
}
