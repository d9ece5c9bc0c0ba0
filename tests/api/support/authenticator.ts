import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyJson } from '#contract/accounts/passkeys.ts'

/** How an answer is spoiled, or what the device is. */
type Ways = { origin?: string; host?: string; counter?: number; isVerified?: boolean; challenge?: string; id?: string }
const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer) => data.toString('base64url')

/** A passkey in software, as a phone holds it: makes real signatures over what a shop asks. */
export class Authenticator {
  readonly id = base64url(randomBytes(32))
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  counter = 0

  /** The answer to the options for a new passkey. */
  make({ challenge }: PasskeyJson, ways: Ways = {}): PasskeyJson {
    const id = Buffer.from(ways.id ?? this.id, 'base64url')
    const size = Buffer.from([id.length >> 8, id.length & 0xff])
    const authData = Buffer.concat([
      this.#data(ATTESTED, ways),
      Buffer.alloc(16),
      size,
      id,
      coseOf(this.#keys.publicKey),
    ])
    const attestation = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]) as never,
    )
    return this.#answer(ways, {
      clientDataJSON: clientData('webauthn.create', String(challenge), ways),
      attestationObject: base64url(Buffer.from(attestation)),
      transports: ['internal'],
    })
  }

  /** The answer to the options of a sign-in. Each signature counts. */
  sign({ challenge }: PasskeyJson, ways: Ways = {}): PasskeyJson {
    this.counter = ways.counter ?? this.counter + 1
    const clientDataJSON = clientData('webauthn.get', String(challenge), ways)
    const authenticatorData = this.#data(0, ways)
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return this.#answer(ways, {
      clientDataJSON,
      authenticatorData: base64url(authenticatorData),
      signature: base64url(createSign('sha256').update(signed).sign(this.#keys.privateKey)),
    })
  }

  #data(flags: number, { host = 'shop.test', isVerified = true }: Ways): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(host), Buffer.of(flags | PRESENT | (isVerified ? VERIFIED : 0)), counter])
  }

  #answer({ id = this.id }: Ways, response: object): PasskeyJson {
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }
}

function clientData(type: string, challenge: string, ways: Ways): string {
  const content = { type, challenge: ways.challenge ?? challenge, origin: ways.origin ?? 'https://shop.test' }
  return base64url(Buffer.from(JSON.stringify(content)))
}

/** ES256 as COSE names it. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  return Buffer.from(
    isoCBOR.encode(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]) as never,
    ),
  )
}
