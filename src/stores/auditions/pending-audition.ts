import { storageKeys } from '#contract/storage.ts'
import { persistentFlag } from '../persistent.ts'

/** A guest left the audition form to sign in, and returns to it afterwards. */
export const $hasPendingAudition = persistentFlag(storageKeys.auditionForm, 'true')
