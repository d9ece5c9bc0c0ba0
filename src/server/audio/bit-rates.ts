/** What a full edition has at most, in kbit/s. */
export const FULL_KILOBITS = 128
/** Rates of mp3 that keep what can be heard of speech. */
const BIT_RATES = [32, 40, 48, 56, 64, 80, 96, 112]
/** Encoding again loses less with a little more than the recording has. */
const MARGIN = 1.2

/** The rate at which a recording of so many kbit/s is encoded again. */
export const fullKilobits = (kilobits: number): number =>
  BIT_RATES.find((rate) => rate >= kilobits * MARGIN) ?? FULL_KILOBITS

const LIGHT_KILOBITS = 32
/** A light edition of more than this part of the full one saves nothing. */
export const WORTH_IT = 0.9

/** The rate of the light edition beside a full one of so many kbit/s. Undefined: it would save nothing. */
export const lightKilobits = (full: number): number | undefined =>
  LIGHT_KILOBITS < full * WORTH_IT ? LIGHT_KILOBITS : undefined
