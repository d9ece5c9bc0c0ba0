import { argon2Sync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { hashPassword, isOutdated, passwordFits } from '../../../src/server/accounts/passwords/passwords.ts'
import { ask, makeListener, PASSWORD } from '../support/personas.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop('empty')

/** As releases before the standard form stored it, or with parameters of other years. */
function oldHash({ memory = 19_456, passes = 2, encoding = 'base64url' as BufferEncoding } = {}): string {
  // Both have letters in which the alphabets differ.
  const salt = Buffer.alloc(16, 0xfb)
  const tag = argon2Sync('argon2id', { parallelism: 1, tagLength: 32, memory, passes, message: PASSWORD, nonce: salt })
  const encode = (bytes: Buffer) => bytes.toString(encoding).replace(/=+$/, '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${encode(salt)}$${encode(tag)}`
}

async function hashAfterSignIn(email: string, hash: string, password = PASSWORD): Promise<string> {
  const id = await makeListener(shop(), email)
  await shop().db.query('update users set password_hash = $2 where id = $1', [id, hash])
  await ask(shop(), endpoints.login, { login_type: 'normal', email, password })
  const [user] = await shop().db.query<{ password_hash: string }>('select password_hash from users where id = $1', [id])
  return user?.password_hash ?? ''
}

describe('a hash of a password', () => {
  it('[SI-2] is a PHC string in standard base64', async () => {
    const hashes = await Promise.all(Array.from({ length: 8 }, () => hashPassword(PASSWORD)))
    for (const hash of hashes) {
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
      expect(isOutdated(hash)).toBe(false)
      expect([await passwordFits(PASSWORD, hash), await passwordFits('another', hash)]).toEqual([true, false])
    }
  })

  it.each([
    ['of the earlier form', {}],
    ['of less memory', { memory: 9_216, passes: 4, encoding: 'base64' as const }],
    ['of more passes', { passes: 3, encoding: 'base64' as const }],
  ])('[SI-2] %s still fits, and is made anew at the sign-in', async (name, parameters) => {
    const old = oldHash(parameters)
    const fresh = await hashAfterSignIn(`${name.replaceAll(' ', '.')}@x.test`, old)
    expect([fresh === old, isOutdated(fresh), await passwordFits(PASSWORD, fresh)]).toEqual([false, false, true])
  })

  it('[SI-2] stays as it is after a wrong password, and when it is up to date', async () => {
    expect(await hashAfterSignIn('wrong@x.test', oldHash(), 'wrong')).toBe(oldHash())
    const current = await hashPassword(PASSWORD)
    expect(await hashAfterSignIn('current@x.test', current)).toBe(current)
  })
})
