import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)
/** Recommended by OWASP: argon2id, 19 MiB, two passes, one lane. */
const COST = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 }
const PARAMETERS = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`

/** The base64 of the PHC string format: the standard alphabet without padding. Other programs read it, too. */
const phcBase64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** A PHC string: https://github.com/P-H-C/phc-string-format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive('argon2id', { ...COST, message: password.normalize('NFC'), nonce: salt })
  return `${PARAMETERS}${phcBase64(salt)}$${phcBase64(tag)}`
}

/** Also reads hashes of earlier releases, which are in base64url: Node decodes both alphabets. */
export async function passwordFits(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/-]+)\$([\w+/-]+)$/.exec(stored) ?? []
  if (!memory) return false
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive('argon2id', {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
    message: password.normalize('NFC'),
    nonce: Buffer.from(salt, 'base64'),
  })
  return timingSafeEqual(actual, expected)
}

/** Whether the hash has other parameters or another form than new ones: it is made anew at the next sign-in. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(PARAMETERS) || /[_-]/.test(stored)

/** Matches no password, and takes as long as any other hash: a missing account cannot be told from a wrong password by time. */
export const UNMATCHABLE_HASH = `${PARAMETERS}${'A'.repeat(22)}$${'A'.repeat(43)}`
