import type { PasswordPolicy } from '#contract/index.ts'
import type { HumanCheck } from './adapters/captcha/port.ts'
import type { Identities } from './adapters/identity/port.ts'
import type { Mailer } from './adapters/mail/port.ts'
import type { MediaStore } from './adapters/media/port.ts'
import type { Signer } from './adapters/media/signature.ts'
import type { Payments } from './adapters/payment/port.ts'
import type { SmsSender } from './adapters/sms/port.ts'
import type { Db } from './db/connect.ts'
import type { Scratch } from './lib/scratch.ts'
import type { Vault } from './lib/vault.ts'

/** Everything the services may touch. */
export type World = {
  db: Db
  media: MediaStore
  /** Where what is sent lies until it was looked at. */
  scratch: Scratch
  signer: Signer
  human: HumanCheck
  vault: Vault
  mail: Mailer
  /** Absent: no mobile sign-in. */
  sms?: SmsSender
  identities: Identities
  payments: Payments
  /** Mails lead here; never where a request said it came to. */
  siteUrl: string
  passwordPolicy: PasswordPolicy
  /** Tells the worker that something is to be sent. */
  wake: () => void
  /** Somebody of the shop should look at it. Details name rows, never people. */
  alarm: (what: string, details: Record<string, unknown>) => void
  now: () => Date
  /** Whether the shop is closed for work. */
  isClosed: () => Promise<boolean>
}
