import { titleRestorer } from '../titles/restore.ts'
import type { Restorer } from './restorer.ts'

/** By area: what `rememberChange` stores as `area`. A change of another area is listed, and cannot be undone. */
export const RESTORERS: Readonly<Record<string, Restorer>> = { titles: titleRestorer }
