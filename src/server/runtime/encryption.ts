import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** Protects values in a stolen database that a plain hash cannot protect (six-digit codes, network addresses), and values that must be read again. */
export type Encryption = {
  /** A keyed hash: equal texts of one purpose give equal bytes. */
  hmac(purpose: string, text: string): Buffer
  encrypt(text: string): Buffer
  decrypt(encrypted: Buffer): string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

export function createEncryption(secret: string): Encryption {
  const keyOf = (purpose: string) => createHmac('sha256', secret).update(`encryption ${purpose}`).digest()
  // The names "lock" and "mark" are part of stored values: another name makes them unreadable.
  const key = keyOf('lock')
  return {
    hmac: (purpose, text) =>
      createHmac('sha256', keyOf(`mark ${purpose}`))
        .update(text)
        .digest(),
    encrypt(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    decrypt(encrypted) {
      const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, NONCE_BYTES)).setAuthTag(
        encrypted.subarray(-TAG_BYTES),
      )
      const content = encrypted.subarray(NONCE_BYTES, -TAG_BYTES)
      return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8')
    },
  }
}
