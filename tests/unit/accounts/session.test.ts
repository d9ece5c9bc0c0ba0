import { create, is } from 'superstruct'
import { describe, expect, it } from 'vitest'
import { Session } from '#contract/accounts.ts'

const LEAST = { loginSuccess: true, token: 'abc' }

describe('a session as a browser keeps it', () => {
  it('[SH-15] has its known fields, and what an older release did not know yet', () => {
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
  ])('[SH-16] %j is none', (kept) => {
    expect(is(kept, Session)).toBe(false)
  })
})
