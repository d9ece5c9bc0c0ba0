/** `full`: as it was recorded, levelled; `light`: a third of the bytes or less, for prepaid data and offline copies. */
export const EDITIONS = ['full', 'light'] as const
export type Edition = (typeof EDITIONS)[number]
