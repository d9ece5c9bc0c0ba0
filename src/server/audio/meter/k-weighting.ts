/**
 * The two filters that make a level follow the ear (ITU-R BS.1770-5, annex 1), for any sampling rate. The standard gives
 * coefficients for 48 kHz only; these are the analogue filters behind them, by the bilinear transform.
 */
const SHELF = { hertz: 1681.974450955533, decibels: 3.999843853973347, q: 0.7071752369554196 }
const SHELF_EXPONENT = 0.4996667741545416
const HIGH_PASS = { hertz: 38.13547087602444, q: 0.5003270373238773 }

type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number }

function shelf(rate: number): Biquad {
  const k = Math.tan((Math.PI * SHELF.hertz) / rate)
  const high = 10 ** (SHELF.decibels / 20)
  const band = high ** SHELF_EXPONENT
  const a0 = 1 + k / SHELF.q + k * k
  return {
    b0: (high + (band * k) / SHELF.q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / SHELF.q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / SHELF.q + k * k) / a0,
  }
}

function highPass(rate: number): Biquad {
  const k = Math.tan((Math.PI * HIGH_PASS.hertz) / rate)
  const a0 = 1 + k / HIGH_PASS.q + k * k
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / HIGH_PASS.q + k * k) / a0 }
}

/** A filter of one channel: takes a sample and gives the weighted one. */
export function kWeighting(rate: number): (sample: number) => number {
  const [first, second] = [biquad(shelf(rate)), biquad(highPass(rate))]
  return (sample) => second(first(sample))
}

/** Transposed direct form II. */
function biquad({ b0, b1, b2, a1, a2 }: Biquad): (sample: number) => number {
  let [one, two] = [0, 0]
  return (sample) => {
    const out = b0 * sample + one
    one = b1 * sample - a1 * out + two
    two = b2 * sample - a2 * out
    return out
  }
}
