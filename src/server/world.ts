import type { HumanCheck } from './adapters/captcha/port.ts'
import type { MediaStore } from './adapters/media/port.ts'
import type { Signer } from './adapters/media/signature.ts'
import type { Db } from './db/connect.ts'

/** Everything the services may touch. */
export type World = {
  db: Db
  media: MediaStore
  signer: Signer
  human: HumanCheck
  now: () => Date
  /** Whether the shop is closed for work. */
  isClosed: () => Promise<boolean>
}
