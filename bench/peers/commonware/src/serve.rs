//! The commands of a peer program, as ../../cpp/serve.cpp has them: measures, and checks what the store answers
//! against the model.

use crate::store::{Contestant, Digest, Settings};
use crate::workload::{Model, fold, key_of};
use commonware_runtime::{Supervisor as _, tokio::Context};
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

const SLOTS: u64 = 256;
const PROOFS_AT_ONCE: u64 = 64;

pub struct Server<C: Contestant> {
    context: Context,
    settings: Settings,
    model: Model,
    store: Option<C>,
    openings: u64,
    /// When the store was closed last.
    root: Option<Digest>,
}

fn ok(spent: Duration) -> String {
    format!("ok seconds={:.9}", spent.as_secs_f64())
}

impl<C: Contestant> Server<C> {
    pub fn new(context: Context, settings: Settings, model: Model) -> Self {
        Self { context, settings, model, store: None, openings: 0, root: None }
    }

    /// Does what the commands on standard input say, one a line, until there are no more.
    pub async fn serve(mut self) {
        for line in std::io::stdin().lock().lines() {
            let answer = self.answer(&line.expect("a command")).await;
            let mut out = std::io::stdout().lock();
            writeln!(out, "{answer}").and_then(|()| out.flush()).expect("the answer is written");
        }
    }

    async fn answer(&mut self, line: &str) -> String {
        let mut words = line.split_whitespace();
        let command = words.next().unwrap_or_default();
        let mut number =
            || words.next().and_then(|w| w.parse::<u64>().ok()).filter(|n| *n > 0).expect("a number");
        match command {
            "open" => self.open().await,
            "close" => self.close().await,
            "settle" => self.settle().await,
            "fill" => self.fill(number()).await,
            "update" => self.update(number() as usize, number()).await,
            "get" => self.get(number()).await,
            "prove" => self.prove(number()).await,
            "check" => self.check().await,
            _ => panic!("no such command: {line}"),
        }
    }

    fn store(&self) -> &C {
        self.store.as_ref().expect("the store is open")
    }

    async fn open(&mut self) -> String {
        assert!(self.store.is_none(), "the store is closed");
        self.openings += 1;
        let context = self.context.child("opening").with_attribute("number", self.openings);
        let begin = Instant::now();
        self.store = Some(C::open(context, self.settings.clone()).await);
        let root = self.store().root();
        let spent = begin.elapsed();
        assert!(self.root.is_none_or(|before| before == root), "the root is the one from before closing");
        ok(spent)
    }

    async fn close(&mut self) -> String {
        self.root = Some(self.store().root());
        let store = self.store.take().expect("the store is open");
        let begin = Instant::now();
        store.close().await;
        ok(begin.elapsed())
    }

    async fn settle(&mut self) -> String {
        let store = self.store.take().expect("the store is open");
        let begin = Instant::now();
        self.store = Some(store.settle().await);
        ok(begin.elapsed())
    }

    /// The time from the pairs in the order in which they were drawn to a durable batch and its root.
    async fn commit(&mut self, pairs: Vec<([u8; 32], Vec<u8>)>) -> Duration {
        let batch: Vec<_> = pairs.iter().map(|(key, value)| (Digest::from(*key), C::value(value))).collect();
        drop(pairs);
        let store = self.store.take().expect("the store is open");
        let before = store.root();
        let begin = Instant::now();
        let store = store.commit(batch).await;
        let root = store.root();
        let spent = begin.elapsed();
        assert!(root != before, "each batch moves the root");
        self.store = Some(store);
        spent
    }

    async fn fill(&mut self, size: u64) -> String {
        let mut spent = Duration::ZERO;
        let mut done = 0;
        while done < self.model.keys() {
            let end = (done + size).min(self.model.keys());
            let pairs = self.model.first(done, end);
            spent += self.commit(pairs).await;
            done = end;
        }
        ok(spent)
    }

    async fn update(&mut self, size: usize, count: u64) -> String {
        assert!(size as u64 * 2 <= self.model.keys(), "a batch holds at most half of the keys");
        let mut each = Vec::new();
        for _ in 0..count {
            let pairs = self.model.next(size);
            each.push(self.commit(pairs).await);
        }
        let total = each.iter().sum();
        each.sort();
        let (median, longest) = (each[each.len() / 2].as_secs_f64(), each[each.len() - 1].as_secs_f64());
        format!("{} median={median:.9} longest={longest:.9}", ok(total))
    }

    fn asked(&mut self, count: u64) -> Vec<(u64, Digest)> {
        (0..count)
            .map(|_| {
                let number = self.model.draw();
                (number, Digest::from(key_of(number)))
            })
            .collect()
    }

    fn check_value(&self, value: &Option<C::Value>, number: u64) {
        let right = value.as_ref().is_some_and(|v| v.as_ref() == self.model.value(number));
        assert!(right, "key {number} has the value of the model");
    }

    async fn get(&mut self, count: u64) -> String {
        let mut spent = Duration::ZERO;
        let mut values: Vec<Option<C::Value>> = vec![None; SLOTS as usize];
        let mut done = 0;
        while done < count {
            let asked = self.asked(SLOTS.min(count - done));
            let store = self.store();
            let begin = Instant::now();
            for (slot, (_, key)) in values.iter_mut().zip(&asked) {
                *slot = store.get(key).await;
            }
            spent += begin.elapsed();
            for (value, (number, _)) in values.iter().zip(&asked) {
                self.check_value(value, *number);
            }
            done += SLOTS;
        }
        ok(spent)
    }

    async fn prove(&mut self, count: u64) -> String {
        let root = self.store().root();
        let (mut proving, mut verifying, mut bytes) = (Duration::ZERO, Duration::ZERO, 0);
        let mut done = 0;
        while done < count {
            let asked = self.asked(PROOFS_AT_ONCE.min(count - done));
            let values: Vec<_> = asked.iter().map(|(number, _)| self.model.value(*number)).collect();
            let claims: Vec<C::Value> = values.iter().map(|value| C::value(value)).collect();
            let mut proofs = Vec::with_capacity(asked.len());
            let store = self.store();
            let begin = Instant::now();
            for (_, key) in &asked {
                proofs.push(store.prove(*key).await);
            }
            proving += begin.elapsed();
            let mut good = 0;
            let begin = Instant::now();
            for ((proof, (_, key)), claim) in proofs.iter().zip(&asked).zip(claims) {
                good += C::verify(&root, proof, *key, claim) as usize;
            }
            verifying += begin.elapsed();
            assert_eq!(good, proofs.len(), "every proof is right");
            for (i, (proof, (_, key))) in proofs.iter().zip(&asked).enumerate() {
                bytes += C::encoded_size(proof);
                let mut other = values[i].clone();
                let place = i % other.len();
                other[place] ^= 1;
                assert!(!C::verify(&root, proof, *key, C::value(&other)), "no proof holds for another value");
            }
            done += PROOFS_AT_ONCE;
        }
        format!("{} verify={:.9} bytes={}", ok(proving), verifying.as_secs_f64(), bytes as f64 / count as f64)
    }

    /// Reads every key. `content` is what the driver compares between programs.
    async fn check(&mut self) -> String {
        let mut content = 0;
        for number in 0..self.model.keys() {
            let value = self.store().get(&Digest::from(key_of(number))).await;
            self.check_value(&value, number);
            content = fold(content, value.expect("the value was checked").as_ref());
        }
        format!("ok keys={} content={content:016x}", self.model.keys())
    }
}
