// What every program of this comparison does, from the same draws as bench/timer_work.hpp.

pub struct Work {
    pub horizon: u32,
    pub heights: Vec<u32>,
    /// Numbers of timers, in random order.
    pub cancelled: Vec<u32>,
}

/// xorshift64*.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) * bound >> 32
    }
}

impl Work {
    pub fn new(timers: u64, horizon: u64, seed: u64) -> Work {
        let mut random = Random(seed | 1);
        let heights = (0..timers).map(|_| 1 + random.below(horizon) as u32).collect();
        let mut cancelled: Vec<u32> = (1..=timers as u32).filter(|timer| timer % 10 == 4).collect();
        for last in (1..cancelled.len()).rev() {
            cancelled.swap(last, random.below(last as u64 + 1) as usize);
        }
        Work { horizon: horizon as u32, heights, cancelled }
    }

    /// How many timers are to come out, and the sum of their numbers.
    pub fn left(&self, cancels: bool) -> (u64, u64) {
        let all = self.heights.len() as u64;
        let gone = if cancels { self.cancelled.as_slice() } else { &[] };
        (all - gone.len() as u64, all * (all + 1) / 2 - gone.iter().map(|timer| u64::from(*timer)).sum::<u64>())
    }
}

/// Seconds of this process's processor time.
pub fn clock() -> f64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    let done = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut now) };
    assert_eq!(done, 0, "the processor's time can be read");
    now.tv_sec as f64 + now.tv_nsec as f64 / 1e9
}
