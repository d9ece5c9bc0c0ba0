import { storageKeys } from '#contract/storage.ts'
import { readStored } from '../../persistent.ts'

/** Marks of an earlier visit that never reached the server. Apart from their store, which only those load who have some. */
export const hasUnsentMarks = (): boolean | undefined => readStored(storageKeys.marks)?.includes('"changes":[{')
