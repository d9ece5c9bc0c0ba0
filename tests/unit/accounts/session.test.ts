import { create, is } from 'superstruct'
import { describe, expect, it } from 'vitest'
import { Session } from '#contract/accounts/stored-session.ts'

const LEAST = { loginSuccess: true, token: 'abc' }

describe('a session in browser storage', () => {
  it('[SH-15] is read with its fields, and with defaults for fields that an older release did not store', () => {
    expect(create({ ...LEAST, later: 1 }, Session)).toMatchObject({
      ...LEAST,
      firstName: '',
      lastName: '',
      userEmail: '',
      userProfile: null,
      userCountry: 'IN',
      userState: '',
      userMobile: '',
      instituteName: '',
      isLoggedInWithMobile: false,
      subscribeStatus: false,
    })
  })

  it.each([
    [{}],
    [null],
    ['text'],
    [{ token: 'abc' }],
    [{ ...LEAST, token: 1 }],
    [{ ...LEAST, subscribeStatus: 'yes' }],
    [{ ...LEAST, userProfile: {} }],
  ])('[SH-16] ignores %j', (stored) => {
    expect(is(stored, Session)).toBe(false)
  })
})
