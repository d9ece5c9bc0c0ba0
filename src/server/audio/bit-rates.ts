/** What a full edition has at most, in kbit/s. */
export const FULL_KILOBITS = 128
/** Rates of mp3 that keep what can be heard of speech. */
const BIT_RATES = [32, 40, 48, 56, 64, 80, 96, 112]
/** Encoding again loses less with a little more than the recording has. */
const MARGIN = 1.2

/** The rate at which a recording of so many kbit/s is encoded again. */
export const fullKilobits = (kilobits: number): number =>
  BIT_RATES.find((rate) => rate >= kilobits * MARGIN) ?? FULL_KILOBITS
