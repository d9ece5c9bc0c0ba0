import { expect, it, vi } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { SignIn } from '#islands/accounts/sign-in/SignIn.tsx'
import { call, useShop } from '../../api/support/shop.ts'
import { drawn, groups } from '../support/drawn.ts'

// The router of the pages is there in a build alone.
vi.mock('#client/navigate.ts', () => ({ navigate: () => undefined }))

const shop = useShop('empty')
const messages = groups(
  'en',
  'accounts.signIn',
  'accounts.shared',
  'accounts.forgotPassword',
  'accounts.mobileSignIn',
  'accounts.social',
  'accounts.passkeySignIn',
  'accounts.welcome',
  'form.captcha',
  'form.email',
  'form.mobile',
  'form.password',
  'form.failure',
  'form.status',
  'ui.actions',
)
const WAYS = ['Sign in with a mobile number', 'Continue with Google', 'Continue with Facebook', 'or'] as const
const ALL = { google: true, facebook: true, mobile: true }
/** Both are asked for nothing here: only whether they are there counts. */
const provider = { verify: async () => undefined }

/** The ways that the form of this shop shows, as the build asks for them. */
async function shownWays(ways: Partial<typeof ALL>): Promise<string[]> {
  const { context } = shop()
  const sms = context.sms
  Object.assign(context, {
    identities: {
      isSandbox: false,
      ...(ways.google && { google: provider }),
      ...(ways.facebook && { facebook: provider }),
    },
    sms: ways.mobile ? sms : undefined,
  })
  const { google, facebook, mobile } = await call(shop(), endpoints.siteOptions, {})
  context.sms = sms
  expect({ google, facebook, mobile }).toEqual({ google: false, facebook: false, mobile: false, ...ways })
  const html = drawn(SignIn, {
    locale: 'en',
    messages,
    faultMessages: groups('en', 'form.faults'),
    providers: [...(google ? (['google'] as const) : []), ...(facebook ? (['facebook'] as const) : [])],
    hasMobile: mobile,
  })
  expect(html).toContain('Forgot your password?')
  return WAYS.filter((way) => new RegExp(`>${way}<`).test(html))
}

it('[SI-1] shows the ways that are configured, and no word of the others', async () => {
  expect(await shownWays(ALL)).toEqual(WAYS)
  expect(await shownWays({ google: true })).toEqual(['Continue with Google', 'or'])
  expect(await shownWays({ facebook: true })).toEqual(['Continue with Facebook', 'or'])
  expect(await shownWays({ mobile: true })).toEqual(['Sign in with a mobile number', 'or'])
  // A passkey needs nothing but the browser.
  expect(await shownWays({})).toEqual(['or'])
})
