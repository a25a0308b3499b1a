// The whole life of tasks in pallet-scheduler: scheduled in blocks, dispatched at their heights, the storage root of
// every block computed. Native, in memory, without weights' limits: the fastest that it can be.
//
// The program prints `ok tasks=N seconds=S schedule=S fire=S roots=S`, in seconds of the processor's clock on the wall.
#[path = "../../arguments.rs"]
mod arguments;

use frame_support::{
    derive_impl, parameter_types,
    traits::{ConstU32, EqualPrivilegeOnly, Hooks},
    weights::Weight,
};
use frame_system::{limits, EnsureRoot, RawOrigin};
use sp_runtime::BuildStorage;
use std::time::{Duration, Instant};

frame_support::construct_runtime!(
    pub enum Runtime {
        System: frame_system,
        Preimages: pallet_preimage,
        Tasks: pallet_scheduler,
    }
);

parameter_types! {
    pub NoLimits: limits::BlockWeights = limits::BlockWeights::simple_max(Weight::MAX);
    pub AllWeight: Weight = Weight::MAX;
}

#[derive_impl(frame_system::config_preludes::TestDefaultConfig)]
impl frame_system::Config for Runtime {
    type Block = frame_system::mocking::MockBlock<Runtime>;
    type BlockWeights = NoLimits;
}

impl pallet_preimage::Config for Runtime {
    type RuntimeEvent = RuntimeEvent;
    type Currency = ();
    type Consideration = ();
    type ManagerOrigin = EnsureRoot<u64>;
    type WeightInfo = ();
}

impl pallet_scheduler::Config for Runtime {
    type RuntimeEvent = RuntimeEvent;
    type RuntimeOrigin = RuntimeOrigin;
    type PalletsOrigin = OriginCaller;
    type RuntimeCall = RuntimeCall;
    type ScheduleOrigin = EnsureRoot<u64>;
    type OriginPrivilegeCmp = EqualPrivilegeOnly;
    type MaximumWeight = AllWeight;
    type MaxScheduledPerBlock = ConstU32<512>;
    type Preimages = Preimages;
    type BlockNumberProvider = System;
    type WeightInfo = ();
}

/// xorshift64*: the same order of due heights in every program of this comparison.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) % bound
    }
}

#[derive(Default)]
struct Spent {
    schedule: Duration,
    fire: Duration,
    roots: Duration,
}

fn numbers() -> [u64; 4] {
    let words = arguments::words(
        "peer-pallet TASKS TASKS_AT_ONE_HEIGHT SCHEDULED_IN_A_BLOCK SEED",
        "Schedules tasks in pallet-scheduler and dispatches them at their heights.",
        4,
        4,
    );
    [0, 1, 2, 3].map(|n| arguments::number(&words[n]))
}

fn dispatched() -> u64 {
    let ok = |event: &RuntimeEvent| {
        matches!(event, RuntimeEvent::Tasks(pallet_scheduler::Event::Dispatched { result: Ok(()), .. }))
    };
    System::read_events_no_consensus().filter(|record| ok(&record.event)).count() as u64
}

fn main() {
    let [tasks, at_once, batch, seed] = numbers();
    let scheduling_blocks = tasks.div_ceil(batch);
    let last_block = scheduling_blocks + tasks.div_ceil(at_once);

    let mut due: Vec<u64> = (0..tasks).map(|i| scheduling_blocks + 1 + i / at_once).collect();
    let mut random = Random(seed);
    for i in (1..tasks).rev() {
        due.swap(i as usize, random.below(i + 1) as usize);
    }

    let genesis = frame_system::GenesisConfig::<Runtime>::default().build_storage().expect("genesis");
    let mut chain = sp_io::TestExternalities::from(genesis);
    chain.commit_all().expect("genesis is committed");

    let mut spent = Spent::default();
    let mut fired = 0;
    let mut parent = Default::default();
    for block in 1..=last_block {
        let root = chain.execute_with(|| {
            let began = Instant::now();
            System::reset_events();
            System::initialize(&block, &parent, &Default::default());
            Tasks::on_initialize(block);
            spent.fire += began.elapsed();
            fired += dispatched();

            let began = Instant::now();
            let first = (block - 1) * batch;
            for task in first..(first + batch).min(tasks) {
                let remark = task.to_le_bytes().to_vec();
                let call = RuntimeCall::System(frame_system::Call::remark { remark });
                Tasks::schedule(RawOrigin::Root.into(), due[task as usize], None, 127, Box::new(call))
                    .expect("a task is scheduled");
            }
            spent.schedule += began.elapsed();

            let began = Instant::now();
            let header = System::finalize();
            spent.roots += began.elapsed();
            parent = header.hash();
            header.state_root
        });
        let began = Instant::now();
        chain.commit_all().expect("a block is committed");
        spent.roots += began.elapsed();
        assert_eq!(&root, chain.backend.root());
    }
    assert_eq!(fired, tasks, "each task is dispatched once");

    let all = spent.schedule + spent.fire + spent.roots;
    println!(
        "ok tasks={} seconds={:.6} schedule={:.6} fire={:.6} roots={:.6}",
        tasks,
        all.as_secs_f64(),
        spent.schedule.as_secs_f64(),
        spent.fire.as_secs_f64(),
        spent.roots.as_secs_f64()
    );
}
