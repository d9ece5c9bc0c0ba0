import type { SoundFault } from '#contract/listening/audio.ts'
import { codeOf, isDiskFull } from '../runtime/startup-error.ts'

/** Another try may go well. `missing`: a store that does not answer looks like one without the file. */
const TEMPORARY: ReadonlySet<SoundFault> = new Set(['diskFull', 'killed', 'hanging', 'missing', 'unknown'])

export const isTemporary = (fault: SoundFault): boolean => TEMPORARY.has(fault)

/** Thrown by work of the queue that is to be tried again. */
export class TryAgain extends Error {
  readonly fault: SoundFault

  constructor(fault: SoundFault) {
    super(`sound: ${fault}`)
    this.fault = fault
  }
}

/** What a failed attempt died of, in a word that the desk can explain. */
export function faultOfError(error: unknown): SoundFault {
  if (error instanceof TryAgain) return error.fault
  if (isDiskFull(error)) return 'diskFull'
  return codeOf(error) === 'ENOENT' ? 'missing' : 'unknown'
}
