import { birds, kites, sea, viaduct, windows } from './scenes.ts'
import { hills, night, terraces } from './landscapes.ts'
import { leaves, sound } from './nature.ts'
import { lattice, paithani, peacock, rangoli, river, warli } from './ornaments.ts'

export const PATTERNS = {
  hills,
  night,
  terraces,
  viaduct,
  birds,
  sea,
  kites,
  windows,
  lattice,
  rangoli,
  river,
  warli,
  paithani,
  peacock,
  leaves,
  sound,
}
export type PatternName = keyof typeof PATTERNS
