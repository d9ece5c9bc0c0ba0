import { Secret, TOTP } from 'otpauth'
import { brand } from '#brand/brand.ts'
import { asciiDigits } from '#contract/text/digits.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/row.ts'
import type { staff } from '../../db/schema/desk.ts'

const PERIOD_SECONDS = 30
/** A code of the step before or after is taken too: clocks of phones differ. */
const WINDOW = 1

const appOf = (secret: string, label = '') =>
  new TOTP({
    issuer: brand.name.en,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  })

/** 160 random bits, as RFC 4226 recommends, in the base32 that apps take. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** The address in the QR code. */
export const secretAddress = (secret: string, email: string): string => appOf(secret, email).toString()

/** The time step of a right code; undefined for a wrong one. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const token = asciiDigits(code).replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = appOf(secret).validate({ token, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
}

/** Undefined when its key was taken out of the settings: a recovery code may still fit. */
function opened(encryption: AppContext['encryption'], value: Buffer): string | undefined {
  try {
    return encryption.decrypt(value)
  } catch {
    return undefined
  }
}

/**
 * Takes a code once: one of the same or an earlier step is refused afterwards. People of the demo share a secret that everybody
 * knows, so there a code may be taken again.
 */
export async function spendCode(
  { db, encryption, now, isDemo }: Pick<AppContext, 'encryption' | 'now' | 'isDemo'> & { db: Db },
  staffId: number,
  code: string,
): Promise<boolean> {
  const [row] = await db.query<Pick<Row<typeof staff>, 'totp_secret'>>('select totp_secret from staff where id = $1', [
    staffId,
  ])
  const secret = row?.totp_secret ? opened(encryption, row.totp_secret) : undefined
  const step = secret === undefined ? undefined : stepOf(secret, code, now())
  if (step === undefined) return false
  const taken = await db.query(
    'update staff set totp_step = $2 where id = $1 and ($3 or totp_step is null or totp_step < $2) returning id',
    [staffId, step, isDemo ?? false],
  )
  return taken.length > 0
}
