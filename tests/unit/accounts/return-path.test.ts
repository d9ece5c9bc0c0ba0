import { describe, expect, it } from 'vitest'
import { returnPath } from '#contract/accounts/accounts.ts'

describe('the return path after sign-in', () => {
  it.each([
    '/',
    '/library/',
    '/mr/product-details/7/dnyaneshwari/?t=30',
    '/search/%E0%A4%95%E0%A4%A5%E0%A4%BE/',
    '/browse/?genre=3#top',
  ])('[SI-7] %s is accepted', (path) => {
    expect(returnPath(path)).toBe(path)
  })

  it.each([
    '//evil.test',
    '/\\evil.test',
    '\\/evil.test',
    'javascript:alert(1)',
    'https:evil.test',
    'https://evil.test/library/',
    '%2f%2fevil.test',
    '/%2fevil.test',
    '/%5Cevil.test',
    ' //evil.test',
    '/\t/evil.test',
    '/..//evil.test',
    '/.//evil.test',
    '/%2e%2e//evil.test',
    '/library/..//evil.test',
    '/browse/../logout/',
    '/logout',
    '/sign-in?next=/',
    '/library/\n',
    '/mr/sign-in/',
    '/registration/',
    '/logout/',
    '/sign-up/abc/',
    '',
    null,
  ])('[SI-7] %j is refused', (path) => {
    expect(returnPath(path)).toBeUndefined()
  })
})
