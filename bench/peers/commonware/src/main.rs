//! The peer program for commonware-storage: `PROGRAM DIRECTORY KEYS VALUE_BYTES [NAME=NUMBER]…`, then commands on
//! standard input. ../README.md says what it measures and how the store is tuned.

#[path = "../../arguments.rs"]
mod arguments;
mod serve;
mod store;
mod workload;

use commonware_allocator::mimalloc;
use commonware_runtime::{
    Runner as _,
    tokio::{Config, Context, Runner},
};
use serve::Server;
use std::num::NonZeroUsize;
use store::{Contestant, Fixed32, Fixed256, Settings, Variable};
use workload::Model;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc::new(mimalloc::Config::DEFAULT);

async fn run<C: Contestant>(context: Context, settings: Settings, model: Model) {
    Server::<C>::new(context, settings, model).serve().await
}

const USAGE: &str = "PROGRAM DIRECTORY KEYS VALUE_BYTES [cache_pages=N] [sync_each=0|1] [fixed=0|1]";

fn main() {
    let words = arguments::words(USAGE, "Runs the commands on standard input on one store (README.md).", 3, 6);
    let (keys, value_bytes) = (arguments::number(&words[1]), arguments::number(&words[2]));
    let known = |one: &&String| ["cache_pages=", "sync_each=", "fixed="].iter().any(|name| one.starts_with(name));
    if let Some(option) = words[3..].iter().find(|one| !known(one)) {
        arguments::refuse(&format!("unknown setting {option}"));
    }
    // No figure comes out of a store that failed.
    std::panic::set_hook(Box::new(|panic| {
        println!("failed {}", panic.to_string().replace('\n', " "));
        std::process::exit(1);
    }));
    let value_size = value_bytes as usize;
    assert!((1..1 << 32).contains(&keys), "between 1 and 2^32 - 1 keys");
    assert!(value_size > 0 && value_size % 8 == 0, "values of a multiple of 8 bytes");
    let option = |name: &str, otherwise: usize| {
        let given = words[3..].iter().find_map(|one| one.strip_prefix(name)?.strip_prefix('='));
        given.map_or(otherwise, |text| text.parse().expect("a number"))
    };
    let settings = Settings {
        cache_pages: NonZeroUsize::new(option("cache_pages", 131_072)).expect("at least one page"),
        sync_each: option("sync_each", 0) != 0,
        value_size,
    };
    let fixed = option("fixed", 1) != 0;

    let config = Config::default().with_storage_directory(words[0].clone()).with_worker_threads(1);
    Runner::new(config).start(|context| async move {
        let model = Model::new(keys, value_size);
        match (fixed, value_size) {
            (false, _) => run::<Variable>(context, settings, model).await,
            (true, 32) => run::<Fixed32>(context, settings, model).await,
            (true, 256) => run::<Fixed256>(context, settings, model).await,
            _ => panic!("values of a fixed size have 32 or 256 bytes here"),
        }
    });
}
