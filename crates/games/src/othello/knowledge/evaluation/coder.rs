//! A range coder with adaptive models of bits and of small numbers.
//!
//! The coder is that of G. N. N. Martin (1979) in its binary form: the interval is split in
//! proportion to the probability that the bit is 0, and the model moves towards the bit it has
//! seen.

/// Bits of a probability.
const PRECISION: u32 = 12;

/// The learning rate of a model: each bit moves its probability by 1/32 of the distance.
const RATE: u32 = 5;

/// The interval is widened when it is narrower than this.
const NARROW: u32 = 1 << 24;

/// Maximum number of bits of the magnitude of a number.
const MAGNITUDE: usize = 16;

/// The probability that a bit is 0.
#[derive(Clone, Copy)]
pub(super) struct Bit(u16);

impl Bit {
    const fn new() -> Self {
        Self(1 << (PRECISION - 1))
    }

    const fn split(self, range: u32) -> u32 {
        (range >> PRECISION) * self.0 as u32
    }

    fn learn(&mut self, bit: bool) {
        if bit {
            self.0 -= self.0 >> RATE;
        } else {
            self.0 += ((1 << PRECISION) - self.0) >> RATE;
        }
    }
}

/// A model of numbers that are mostly small.
#[derive(Clone)]
pub(super) struct Number {
    zero: Bit,
    negative: Bit,
    /// Whether the magnitude has more bits than this.
    longer: [Bit; MAGNITUDE],
    /// The bit below the leading one.
    second: [Bit; MAGNITUDE],
}

impl Number {
    pub(super) const fn new() -> Self {
        Self {
            zero: Bit::new(),
            negative: Bit::new(),
            longer: [Bit::new(); MAGNITUDE],
            second: [Bit::new(); MAGNITUDE],
        }
    }
}

/// Encodes bits as bytes.
pub(super) struct Encoder {
    low: u64,
    range: u32,
    bytes: Vec<u8>,
}

impl Encoder {
    pub(super) const fn new() -> Self {
        Self {
            low: 0,
            range: u32::MAX,
            bytes: Vec::new(),
        }
    }

    fn bit(&mut self, model: &mut Bit, bit: bool) {
        let split = model.split(self.range);
        if bit {
            self.low += u64::from(split);
            self.range -= split;
        } else {
            self.range = split;
        }
        model.learn(bit);
        while self.range < NARROW {
            self.range <<= 8;
            self.shift();
        }
    }

    /// Appends the topmost byte of `low`, and adds a carry to the bytes before it.
    fn shift(&mut self) {
        if self.low >> 32 != 0 {
            for byte in self.bytes.iter_mut().rev() {
                *byte = byte.wrapping_add(1);
                if *byte != 0 {
                    break;
                }
            }
        }
        self.bytes.push((self.low >> 24) as u8);
        self.low = (self.low & 0x00ff_ffff) << 8;
    }

    /// Writes a number of at most 16 bits and a sign.
    pub(super) fn number(&mut self, model: &mut Number, number: i32) {
        let magnitude = number.unsigned_abs();
        self.bit(&mut model.zero, magnitude != 0);
        if magnitude == 0 {
            return;
        }
        self.bit(&mut model.negative, number < 0);
        let length = magnitude.ilog2() as usize;
        debug_assert!(length < MAGNITUDE);
        for at in 0..length {
            self.bit(&mut model.longer[at], true);
        }
        if length + 1 < MAGNITUDE {
            self.bit(&mut model.longer[length], false);
        }
        for place in (0..length).rev() {
            let bit = magnitude >> place & 1 != 0;
            if place + 1 == length {
                self.bit(&mut model.second[length], bit);
            } else {
                self.bit(&mut Bit::new(), bit);
            }
        }
    }

    /// The bytes of everything written.
    pub(super) fn finish(mut self) -> Vec<u8> {
        for _ in 0..4 {
            self.shift();
        }
        self.bytes
    }
}

/// Decodes bits from bytes. Beyond the last byte it reads zeros.
pub(super) struct Decoder<'a> {
    bytes: &'a [u8],
    read: usize,
    code: u32,
    range: u32,
}

impl<'a> Decoder<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self {
            bytes,
            read: 0,
            code: 0,
            range: u32::MAX,
        };
        for _ in 0..4 {
            decoder.shift();
        }
        decoder
    }

    fn shift(&mut self) {
        let byte = self.bytes.get(self.read).copied().unwrap_or(0);
        self.code = self.code << 8 | u32::from(byte);
        self.read += 1;
    }

    fn bit(&mut self, model: &mut Bit) -> bool {
        let split = model.split(self.range);
        let bit = self.code >= split;
        if bit {
            self.code -= split;
            self.range -= split;
        } else {
            self.range = split;
        }
        model.learn(bit);
        while self.range < NARROW {
            self.range <<= 8;
            self.shift();
        }
        bit
    }

    /// Reads a number.
    pub(super) fn number(&mut self, model: &mut Number) -> i32 {
        if !self.bit(&mut model.zero) {
            return 0;
        }
        let negative = self.bit(&mut model.negative);
        let mut length = 0;
        while length + 1 < MAGNITUDE && self.bit(&mut model.longer[length]) {
            length += 1;
        }
        let mut magnitude = 1_i32;
        for place in (0..length).rev() {
            let bit = if place + 1 == length {
                self.bit(&mut model.second[length])
            } else {
                self.bit(&mut Bit::new())
            };
            magnitude = magnitude << 1 | i32::from(bit);
        }
        if negative { -magnitude } else { magnitude }
    }

    /// Whether exactly all bytes were read.
    pub(super) const fn is_finished(&self) -> bool {
        self.read == self.bytes.len()
    }
}
