import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** Hides from a stolen table what a hash cannot: six digits, addresses, and what has to be read again. */
export type Encryption = {
  /** Always the same for the same text, and nothing without the secret. */
  mark(purpose: string, text: string): Buffer
  lock(text: string): Buffer
  open(locked: Buffer): string
}

const NONCE = 12
const TAG = 16

export function createEncryption(secret: string): Encryption {
  const keyOf = (purpose: string) => createHmac('sha256', secret).update(`encryption ${purpose}`).digest()
  const key = keyOf('lock')
  return {
    mark: (purpose, text) =>
      createHmac('sha256', keyOf(`mark ${purpose}`))
        .update(text)
        .digest(),
    lock(text) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(locked) {
      const cipher = createDecipheriv('aes-256-gcm', key, locked.subarray(0, NONCE)).setAuthTag(locked.subarray(-TAG))
      return Buffer.concat([cipher.update(locked.subarray(NONCE, -TAG)), cipher.final()]).toString('utf8')
    },
  }
}
