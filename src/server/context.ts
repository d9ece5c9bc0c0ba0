import type { PasswordPolicy } from '#contract/accounts/accounts.ts'
import type { SamplePlan } from '#contract/listening/sample-place.ts'
import type { CaptchaAdapter } from './adapters/captcha/port.ts'
import type { Identities } from './adapters/identity/port.ts'
import type { Mailer } from './adapters/mail/port.ts'
import type { MediaDelivery } from './adapters/media/delivery.ts'
import type { MediaStore } from './adapters/media/port.ts'
import type { Signer } from './adapters/media/signature.ts'
import type { Payments } from './adapters/payment/port.ts'
import type { SmsSender } from './adapters/sms/port.ts'
import type { CatalogSignal } from './catalog/changes/catalog-signal.ts'
import type { Db } from './db/connect.ts'
import { giftFulfiller } from './gifts/send-gift.ts'
import { titleFulfiller } from './library/fulfil-title.ts'
import type { Fulfillers } from './orders/fulfillers.ts'
import type { PaymentHooks } from './payments/payment-hooks.ts'
import { planFulfiller } from './plans/fulfil-plan.ts'
import { renewalHooks } from './renewals/renewal-payment-hooks.ts'
import type { TempFiles } from './runtime/temp-files.ts'
import type { Encryption } from './runtime/encryption.ts'

/** Everything that functions of the domains receive. Each names the part it uses: `Pick<AppContext, 'db' | 'now'>`. */
export type AppContext = {
  db: Db
  /** Reads that may be some seconds old: catalog and search. Never money, access, or what somebody has just written. */
  readDb: Db
  media: MediaStore
  /** Who sends the bytes of media. */
  delivery: MediaDelivery
  /** Where samples begin that the shop cuts itself. Absent: as usual. */
  samplePlan?: SamplePlan
  /** Holds uploads until they are checked. */
  tempFiles: TempFiles
  signer: Signer
  captcha: CaptchaAdapter
  encryption: Encryption
  /** Announcements of the database that the catalog changed. Absent: whoever waits for a change waits the whole time. */
  catalogSignal?: CatalogSignal
  mail: Mailer
  /** Absent: no mobile sign-in. */
  sms?: SmsSender
  identities: Identities
  payments: Payments
  fulfillers: Fulfillers
  paymentHooks: PaymentHooks
  /** The hub of WebSub that is told of new episodes. */
  feedHub?: string
  /** Base of links in mails; never taken from the Host header of a request. */
  siteUrl: string
  /** Stands in for outside services and says so on its pages. */
  isDemo?: boolean
  passwordPolicy: PasswordPolicy
  /** Tells the worker that a job was queued. */
  wake: () => void
  /** Reports an event that the operator has to look at. Details name rows, never people. */
  alarm: (what: string, details: Record<string, unknown>) => void
  now: () => Date
  /** Whether the shop is in maintenance. */
  isClosed: () => Promise<boolean>
}

/** What domains register with orders and payments. Every context of every process takes it. */
export const domainHooks: Pick<AppContext, 'fulfillers' | 'paymentHooks'> = {
  fulfillers: { title: titleFulfiller, plan: planFulfiller, gift: giftFulfiller },
  paymentHooks: renewalHooks,
}
