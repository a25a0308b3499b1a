// The wheels, each by its own interface.
use crate::Wheel;
use hierarchical_hash_wheel_timer::wheels::{cancellable, quad_wheel};
use hierarchical_hash_wheel_timer::IdOnlyTimerEntry;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

const ROOM: usize = 1 << 16;

fn ticks(height: u32) -> Duration {
    Duration::from_millis(u64::from(height))
}

/// nexus-timer: a wheel without cascades, over a slab.
pub struct Nexus {
    begin: Instant,
    wheel: nexus_timer::Wheel<u64>,
    handles: Vec<Option<nexus_timer::TimerHandle<u64>>>,
    due: Vec<u64>,
}

impl Wheel for Nexus {
    fn new(timers: usize) -> Self {
        let begin = Instant::now();
        let handles = Vec::with_capacity(timers);
        Nexus { begin, wheel: nexus_timer::Wheel::unbounded(ROOM, begin), handles, due: Vec::new() }
    }
    fn insert(&mut self, timer: u64, height: u32) {
        self.handles.push(Some(self.wheel.schedule(self.begin + ticks(height), timer)));
    }
    fn cancel(&mut self, timer: u64) {
        let handle = self.handles[timer as usize - 1].take().expect("cancelled once");
        self.wheel.cancel(handle);
    }
    fn inserted(&mut self) {
        for handle in self.handles.drain(..).flatten() {
            self.wheel.free(handle); // the timer stays, only its handle goes
        }
    }
    fn drain(&mut self, height: u32, due: &mut impl FnMut(u64)) {
        self.wheel.poll_and_rebalance(self.begin + ticks(height), &mut self.due);
        self.due.drain(..).for_each(due);
    }
}

/// hierarchical_hash_wheel_timer: four wheels of 256 slots, with a hash map to cancel by.
pub struct Hashed(cancellable::QuadWheelWithOverflow<IdOnlyTimerEntry<u64>>);

impl Wheel for Hashed {
    fn new(_: usize) -> Self {
        Hashed(cancellable::QuadWheelWithOverflow::new())
    }
    fn insert(&mut self, timer: u64, height: u32) {
        let entry = IdOnlyTimerEntry { id: timer, delay: ticks(height) };
        self.0.insert(entry).expect("in the future");
    }
    fn cancel(&mut self, timer: u64) {
        self.0.cancel(&timer).expect("pending");
    }
    fn drain(&mut self, _: u32, due: &mut impl FnMut(u64)) {
        self.0.tick().into_iter().for_each(|entry| due(entry.id));
    }
}

/// The same wheels bare: nothing can be cancelled.
pub struct HashedBasic(quad_wheel::QuadWheelWithOverflow<u64>);

impl Wheel for HashedBasic {
    const CANCELS: bool = false;
    fn new(_: usize) -> Self {
        HashedBasic(quad_wheel::QuadWheelWithOverflow::default())
    }
    fn insert(&mut self, timer: u64, height: u32) {
        self.0.insert_with_delay(timer, ticks(height)).expect("in the future");
    }
    fn cancel(&mut self, _: u64) {
        unreachable!()
    }
    fn drain(&mut self, _: u32, due: &mut impl FnMut(u64)) {
        self.0.tick().into_iter().for_each(due);
    }
}

/// tokio-util's DelayQueue. Time stands still but for one tick before each drain.
pub struct Delayed {
    begin: tokio::time::Instant,
    queue: tokio_util::time::DelayQueue<u64>,
    keys: Vec<tokio_util::time::delay_queue::Key>,
}

thread_local! {
    static RUNTIME: tokio::runtime::Runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime");
}

pub fn in_paused_time(work: impl FnOnce()) {
    RUNTIME.with(|runtime| {
        let _inside = runtime.enter();
        work();
    });
}

impl Wheel for Delayed {
    fn new(timers: usize) -> Self {
        let begin = tokio::time::Instant::now();
        Delayed { begin, queue: tokio_util::time::DelayQueue::new(), keys: Vec::with_capacity(timers) }
    }
    fn insert(&mut self, timer: u64, height: u32) {
        self.keys.push(self.queue.insert_at(timer, self.begin + ticks(height)));
    }
    fn cancel(&mut self, timer: u64) {
        self.queue.remove(&self.keys[timer as usize - 1]);
    }
    fn drain(&mut self, _: u32, due: &mut impl FnMut(u64)) {
        RUNTIME.with(|runtime| runtime.block_on(tokio::time::advance(ticks(1))));
        let mut context = Context::from_waker(Waker::noop());
        while let Poll::Ready(Some(expired)) = self.queue.poll_expired(&mut context) {
            due(expired.into_inner());
        }
    }
}
