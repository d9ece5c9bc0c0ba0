import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** Protects values in a stolen database that a plain hash cannot protect (six-digit codes, network addresses), and values that must be read again. */
export type Encryption = {
  /** A keyed hash by the newest key: equal texts of one purpose give equal bytes. */
  hmac(purpose: string, text: string): Buffer
  /** The keyed hashes by all keys, the newest first: what was stored or signed before a rotation has one of the others. */
  hmacs(purpose: string, text: string): Buffer[]
  encrypt(text: string): Buffer
  decrypt(encrypted: Buffer): string
  /** With what values of the newest key begin. */
  head: Buffer
}
type Key = { id: Buffer; lock: Buffer; hmac(purpose: string, text: string): Buffer }

const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Before the id of the key. Values of earlier releases begin with their nonce. */
const FORMAT = 0x02
const ID_BYTES = 4
const HEAD_BYTES = 1 + ID_BYTES

/** `secrets`: the current one, then older ones that stored values may need. */
export function createEncryption(...secrets: [current: string, ...older: string[]]): Encryption {
  const [current, ...older] = secrets.map(createKey) as [Key, ...Key[]]
  const keys = [current, ...older]
  return {
    head: Buffer.concat([Buffer.of(FORMAT), current.id]),
    hmac: current.hmac,
    hmacs: (purpose, text) => keys.map((key) => key.hmac(purpose, text)),
    encrypt(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.lock, nonce)
      const content = [cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat([Buffer.of(FORMAT), current.id, nonce, ...content])
    },
    decrypt(encrypted) {
      const id = encrypted[0] === FORMAT ? encrypted.subarray(1, HEAD_BYTES) : undefined
      const named = keys.find((key) => id?.equals(key.id))
      const found = named && open(named, encrypted.subarray(HEAD_BYTES))
      const text = found ?? keys.map((key) => open(key, encrypted)).find((opened) => opened !== undefined)
      if (text === undefined) throw new Error('no key opens this value')
      return text
    },
  }
}

function createKey(secret: string): Key {
  const keyOf = (purpose: string) => createHmac('sha256', secret).update(`encryption ${purpose}`).digest()
  return {
    id: keyOf('id').subarray(0, ID_BYTES),
    // The names "lock" and "mark" are part of stored values: another name makes them unreadable.
    lock: keyOf('lock'),
    hmac: (purpose, text) =>
      createHmac('sha256', keyOf(`mark ${purpose}`))
        .update(text)
        .digest(),
  }
}

/** Undefined when another key encrypted it. */
function open({ lock }: Key, encrypted: Buffer): string | undefined {
  if (encrypted.length < NONCE_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', lock, encrypted.subarray(0, NONCE_BYTES)).setAuthTag(
    encrypted.subarray(-TAG_BYTES),
  )
  try {
    return Buffer.concat([decipher.update(encrypted.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString(
      'utf8',
    )
  } catch {
    return undefined
  }
}
