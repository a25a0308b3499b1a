// Timing wheels in Rust at the calendar's work: timers for random heights are inserted, a tenth of them
// cancelled in random order, the rest drained height by height. One height is one tick of a millisecond.
//
// The program prints `ok insert=S cancel=S drain=S timers=N sum=N`, in seconds of the processor; `sum` is over the timers
// that came out. hashed_basic cannot cancel: it drains all.
#[path = "../../arguments.rs"]
mod arguments;
mod wheels;
mod work;

use work::{clock, Work};

/// One structure of timers, which are numbered from 1 on.
pub trait Wheel: Sized {
    const CANCELS: bool = true;
    fn new(timers: usize) -> Self;
    fn insert(&mut self, timer: u64, height: u32);
    fn cancel(&mut self, timer: u64);
    /// Nothing is cancelled any more.
    fn inserted(&mut self) {}
    /// What is due at `height`; called for each height in turn, from 1 on.
    fn drain(&mut self, height: u32, due: &mut impl FnMut(u64));
}

fn play<W: Wheel>(work: &Work) {
    let mut wheel = W::new(work.heights.len());
    let begin = clock();
    for (timer, height) in (1..).zip(&work.heights) {
        wheel.insert(timer, *height);
    }
    let inserted = clock();
    if W::CANCELS {
        for timer in &work.cancelled {
            wheel.cancel(u64::from(*timer));
        }
    }
    let cancelled = clock();
    wheel.inserted();
    let (mut timers, mut sum) = (0u64, 0u64);
    for height in 1..=work.horizon {
        wheel.drain(height, &mut |timer| {
            timers += 1;
            sum += timer;
        });
    }
    let drained = clock();
    assert_eq!((timers, sum), work.left(W::CANCELS), "what is drained is what was inserted and not cancelled");
    println!(
        "ok insert={} cancel={} drain={} timers={timers} sum={sum}",
        inserted - begin,
        if W::CANCELS { cancelled - inserted } else { 0.0 },
        drained - cancelled
    );
}

fn main() {
    let words = arguments::words(
        "peer-timers nexus|hashed|hashed_basic|delay_queue TIMERS HEIGHTS SEED",
        "Inserts, cancels and drains timers in one timing wheel.",
        4,
        4,
    );
    let number = |n: usize| arguments::number(&words[n]);
    let work = Work::new(number(1), number(2), number(3));
    match words[0].as_str() {
        "nexus" => play::<wheels::Nexus>(&work),
        "hashed" => play::<wheels::Hashed>(&work),
        "hashed_basic" => play::<wheels::HashedBasic>(&work),
        "delay_queue" => wheels::in_paused_time(|| play::<wheels::Delayed>(&work)),
        other => arguments::refuse(&format!("unknown wheel {other}")),
    }
}
