import { describe, expect, it } from 'vitest'
import { createSigner } from '../../../src/server/adapters/media/signature.ts'
import { createEncryption } from '../../../src/server/runtime/encryption.ts'

describe('a rotation of VAULT_SECRET', () => {
  it('[RL-3] reads what the old key encrypted, and encrypts by the new one', () => {
    const before = createEncryption('old')
    const during = createEncryption('new', 'old')
    const after = createEncryption('new')
    expect(during.decrypt(before.encrypt('नमस्कार'))).toBe('नमस्कार')
    expect(after.decrypt(during.encrypt('text'))).toBe('text')
    expect(() => after.decrypt(before.encrypt('text'))).toThrow('no key opens this value')
  })

  it('[RL-3] names the key in each value, and still reads values without a name', () => {
    const encryption = createEncryption('new', 'old')
    expect(encryption.encrypt('a').subarray(0, 5)).toEqual(encryption.encrypt('b').subarray(0, 5))
    expect(encryption.encrypt('a').subarray(0, 5)).not.toEqual(createEncryption('old').encrypt('a').subarray(0, 5))
    // The same without its format and key id, as earlier releases stored it.
    expect(encryption.decrypt(createEncryption('old').encrypt('earlier').subarray(5))).toBe('earlier')
  })

  it('[RL-3] finds hashes of codes by both keys', () => {
    const stored = createEncryption('old').hmac('gift', 'CODE')
    expect(createEncryption('new', 'old').hmacs('gift', 'CODE')).toContainEqual(stored)
    expect(createEncryption('new').hmacs('gift', 'CODE')).not.toContainEqual(stored)
  })

  it('[RL-3] opens no changed value', () => {
    const encrypted = createEncryption('one').encrypt('text')
    encrypted[encrypted.length - 1] = (encrypted.at(-1) ?? 0) ^ 1
    expect(() => createEncryption('one', 'two').decrypt(encrypted)).toThrow('no key opens this value')
  })
})

it('[RL-3] A rotation of MEDIA_SECRET keeps addresses valid until they expire', () => {
  const { address } = createSigner('old').sign('audio/a.mp3', 0)
  const query = Object.fromEntries(new URL(address, 'https://shop.test').searchParams)
  expect(createSigner('new', 900, ['old']).open('audio/a.mp3', query, 1)).toEqual({ expiresAt: 900_000 })
  expect(createSigner('new').open('audio/a.mp3', query, 1)).toBeUndefined()
})
