//! The stores of commonware-storage that take part: qmdb `current`, unordered, with values of a fixed and of a
//! variable size.

use commonware_codec::{Encode, RangeCfg};
use commonware_cryptography::{Sha256, sha256};
use commonware_parallel::Sequential;
use commonware_runtime::{
    BLOB_PAGE_SIZE, Supervisor as _,
    buffer::paged::{CacheRef, page_size},
    tokio::Context,
};
use commonware_storage::{
    journal::contiguous::{fixed, variable},
    merkle::{full, mmb},
    qmdb::{current, floor::Proportional},
    translator::EightCap,
};
use commonware_utils::sequence::FixedBytes;
use std::num::{NonZeroU16, NonZeroU64, NonZeroUsize};

pub type Digest = sha256::Digest;

const PAGE_SIZE: NonZeroU16 = page_size(BLOB_PAGE_SIZE);
const ITEMS_PER_BLOB: NonZeroU64 = NonZeroU64::new(1_000_000).unwrap();
const BUFFER: NonZeroUsize = NonZeroUsize::new(2 << 20).unwrap();
const INIT_CACHE: NonZeroUsize = NonZeroUsize::new(1 << 18).unwrap();
const CHUNK_BYTES: usize = 32;

/// How a store is opened.
#[derive(Clone)]
pub struct Settings {
    pub cache_pages: NonZeroUsize,
    /// Each batch ends in `sync`, which needs no recovery later, instead of `commit`, which is as durable.
    pub sync_each: bool,
    /// The largest value that a store of variable sizes takes.
    pub value_size: usize,
}

/// One of the stores, whose types have no trait in common.
pub trait Contestant: Sized {
    type Value: Clone + AsRef<[u8]>;
    type Proof;

    fn value(bytes: &[u8]) -> Self::Value;
    async fn open(context: Context, settings: Settings) -> Self;
    async fn close(self);
    async fn commit(self, batch: Vec<(Digest, Self::Value)>) -> Self;
    /// Gives up what lies before the floor.
    async fn settle(self) -> Self;
    fn root(&self) -> Digest;
    async fn get(&self, key: &Digest) -> Option<Self::Value>;
    async fn prove(&self, key: Digest) -> Self::Proof;
    fn encoded_size(proof: &Self::Proof) -> usize;
    fn verify(root: &Digest, proof: &Self::Proof, key: Digest, value: Self::Value) -> bool;
}

fn merkle_config(cache: &CacheRef) -> full::Config<Sequential> {
    full::Config {
        journal_partition: "merkle-journal".into(),
        metadata_partition: "merkle-metadata".into(),
        items_per_blob: ITEMS_PER_BLOB,
        write_buffer: BUFFER,
        replay_buffer: BUFFER,
        strategy: Sequential,
        page_cache: cache.clone(),
    }
}

fn config<J>(cache: &CacheRef, journal: J) -> current::Config<EightCap, J, Sequential> {
    current::Config {
        merkle_config: merkle_config(cache),
        journal_config: journal,
        grafted_metadata_partition: "grafted".into(),
        translator: EightCap,
        init_cache: Some(INIT_CACHE),
        init_buffer: BUFFER,
        init_concurrency: (),
    }
}

fn fixed_journal(cache: &CacheRef, _: &Settings) -> fixed::Config {
    fixed::Config {
        partition: "log".into(),
        items_per_blob: ITEMS_PER_BLOB,
        page_cache: cache.clone(),
        write_buffer: BUFFER,
        replay_buffer: BUFFER,
    }
}

type ValueCodec = ((), (RangeCfg<usize>, ()));

fn variable_journal(cache: &CacheRef, settings: &Settings) -> variable::Config<ValueCodec> {
    variable::Config {
        partition: "log".into(),
        items_per_section: ITEMS_PER_BLOB,
        compression: None,
        codec_config: ((), ((0..=settings.value_size).into(), ())),
        page_cache: cache.clone(),
        write_buffer: BUFFER,
        replay_buffer: BUFFER,
    }
}

/// `$name`: a wrapper of the database `$db`, whose log has the configuration that `$journal` makes.
macro_rules! contestant {
    ($name:ident, $db:ty, $value:ty, $make:expr, $journal:ident) => {
        pub struct $name {
            db: $db,
            sync_each: bool,
        }

        impl Contestant for $name {
            type Value = $value;
            type Proof = current::unordered::proof::constant::KeyValueProof<mmb::Family, Digest, CHUNK_BYTES>;

            fn value(bytes: &[u8]) -> $value {
                $make(bytes)
            }

            async fn open(context: Context, settings: Settings) -> Self {
                let cache = CacheRef::new(PAGE_SIZE, settings.cache_pages);
                let config = config(&cache, $journal(&cache, &settings));
                let db = <$db>::init(context.child("db"), config, None).await.expect("the store opens");
                Self { db, sync_each: settings.sync_each }
            }

            async fn close(self) {
                self.db.sync().await.expect("everything is written");
            }

            async fn commit(self, batch: Vec<(Digest, $value)>) -> Self {
                let mut changes = self.db.new_batch();
                for (key, value) in batch {
                    changes = changes.write(key, Some(value));
                }
                let merkleized = changes.merkleize(&self.db, None, &mut Proportional).await.expect("a root");
                let db = self.db.apply_batch(merkleized).await.expect("the batch is applied");
                let db = if self.sync_each { db.sync().await } else { db.commit().await };
                Self { db: db.expect("the batch is durable"), ..self }
            }

            async fn settle(self) -> Self {
                let boundary = self.db.sync_boundary();
                let db = self.db.prune(boundary).await.expect("what is inactive is pruned");
                Self { db: db.sync().await.expect("everything is written"), ..self }
            }

            fn root(&self) -> Digest {
                self.db.root()
            }

            async fn get(&self, key: &Digest) -> Option<$value> {
                self.db.get(key).await.expect("a key is read")
            }

            async fn prove(&self, key: Digest) -> Self::Proof {
                self.db.key_value_proof(key).await.expect("a proof")
            }

            fn encoded_size(proof: &Self::Proof) -> usize {
                proof.encode().len()
            }

            fn verify(root: &Digest, proof: &Self::Proof, key: Digest, value: $value) -> bool {
                <$db>::verify_key_value_proof(key, value, proof, root)
            }
        }
    };
}

type FixedDb<const SIZE: usize> = current::unordered::fixed::Db<
    mmb::Family,
    Context,
    Digest,
    FixedBytes<SIZE>,
    Sha256,
    EightCap,
    CHUNK_BYTES,
    Sequential,
>;
type VariableDb = current::unordered::variable::Db<
    mmb::Family,
    Context,
    Digest,
    Vec<u8>,
    Sha256,
    EightCap,
    CHUNK_BYTES,
    Sequential,
>;

fn fixed_value<const SIZE: usize>(bytes: &[u8]) -> FixedBytes<SIZE> {
    FixedBytes::new(bytes.try_into().expect("the size of all values"))
}

contestant!(Fixed32, FixedDb<32>, FixedBytes<32>, fixed_value, fixed_journal);
contestant!(Fixed256, FixedDb<256>, FixedBytes<256>, fixed_value, fixed_journal);
contestant!(Variable, VariableDb, Vec<u8>, <[u8]>::to_vec, variable_journal);
