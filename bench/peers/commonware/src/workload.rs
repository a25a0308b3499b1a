//! What every peer program does: the same keys, values and draws as ../../cpp/workload.hpp, which says more.

fn mix(mut x: u64) -> u64 {
    const FACTOR: u64 = 0xd6e8feb86659fd93;
    x = (x ^ (x >> 32)).wrapping_mul(FACTOR);
    x = (x ^ (x >> 32)).wrapping_mul(FACTOR);
    x ^ (x >> 32)
}

/// Folds one more value that was read into what the driver compares between programs.
pub fn fold(content: u64, value: &[u8]) -> u64 {
    mix(content ^ u64::from_be_bytes(value[..8].try_into().unwrap()))
}

pub fn key_of(number: u64) -> [u8; 32] {
    const SALT: u64 = 0x1a51a7c0ffee0001;
    let mut key = [0; 32];
    for (word, bytes) in key.chunks_exact_mut(8).enumerate() {
        let input = (number * 4 + word as u64).wrapping_add(SALT);
        bytes.copy_from_slice(&mix(input).to_be_bytes());
    }
    key
}

fn value_of(number: u64, serial: u64, size: usize) -> Vec<u8> {
    const SALT: u64 = 0x1a51a7c0ffee0002;
    let seed = mix((number + (serial << 32)).wrapping_add(SALT));
    (0..size as u64 / 8).flat_map(|word| mix(seed.wrapping_add(word)).to_be_bytes()).collect()
}

struct Draws(u64);

impl Draws {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15);
        ((mix(self.0) as u128 * limit as u128) >> 64) as u64
    }
}

/// What the store must hold, in 4 bytes for each key.
pub struct Model {
    value_size: usize,
    serials: Vec<u32>,
    serial: u32,
    updates: Draws,
    reads: Draws,
}

impl Model {
    pub fn new(keys: u64, value_size: usize) -> Self {
        Self {
            value_size,
            serials: vec![0; keys as usize],
            serial: 0,
            updates: Draws(mix(1)),
            reads: Draws(mix(2)),
        }
    }

    pub fn keys(&self) -> u64 {
        self.serials.len() as u64
    }

    pub fn value(&self, number: u64) -> Vec<u8> {
        value_of(number, self.serials[number as usize] as u64, self.value_size)
    }

    pub fn draw(&mut self) -> u64 {
        self.reads.below(self.serials.len() as u64)
    }

    /// Keys `begin` to `end` - 1 with their first values.
    pub fn first(&self, begin: u64, end: u64) -> Vec<([u8; 32], Vec<u8>)> {
        (begin..end).map(|i| (key_of(i), value_of(i, 0, self.value_size))).collect()
    }

    /// New values for `count` different keys, in the order in which they were drawn.
    pub fn next(&mut self, count: usize) -> Vec<([u8; 32], Vec<u8>)> {
        self.serial += 1;
        let mut batch = Vec::with_capacity(count);
        while batch.len() < count {
            let number = self.updates.below(self.serials.len() as u64);
            let serial = &mut self.serials[number as usize];
            if *serial != self.serial {
                *serial = self.serial;
                batch.push((key_of(number), self.value(number)));
            }
        }
        batch
    }
}
