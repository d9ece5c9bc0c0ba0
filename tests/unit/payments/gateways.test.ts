import { decimalText } from '#contract/money/money.ts'
import { describe, expect, it } from 'vitest'
import { decryptText, encryptText } from '../../../src/server/adapters/payment/ccavenue.ts'
import { createPayu, requestHash, responseHash } from '../../../src/server/adapters/payment/payu.ts'
import { minorOf, plainAscii } from '../../../src/server/adapters/payment/port.ts'

const fields = {
  key: 'KEY',
  txnid: 'T1',
  amount: '116.82',
  productinfo: 'Sub 30 days',
  firstname: 'Asha',
  email: 'a@b.in',
  udf1: 'u1',
}
const REVERSE =
  '38bc0393f45d8a39dbcc4e4d95077fb93567dd680e77230fc4546f3ab26eeb4218432d264448e821ff5951407af43bb9536ca4ddf70ffe301597174b2112371a'
const payu = createPayu({
  key: 'KEY',
  salt: 'SALT',
  page: 'https://test.payu.in/_payment',
  commands: 'https://test.payu.in/x',
  returnUrl: 'https://a.test/r',
})

describe('hashes of PayU', () => {
  it('[PY-2] of a request equal the published vector', () =>
    expect(requestHash(fields, 'SALT')).toBe(
      'ef99148139c5136975ab3c668466b19236da87ab474ecac6410f296d71bcea6cca3cbf2f4318fae4d851544c683c0118513afc840091c0d0c5bb89a0d64ac4f2',
    ))

  it('[PY-2] of a reply equal the published vector', () => {
    const answer = { ...fields, status: 'success', mihpayid: '7' }
    expect(responseHash(answer, 'KEY', 'SALT')).toBe(REVERSE)
    expect(payu.readReply({ ...answer, hash: REVERSE })).toEqual({
      key: 'T1',
      fingerprint: 'T1 success 7',
      claims: 'paid',
    })
  })

  it('[PY-2] attack cases 16 and 17: refuse a missing or wrong hash, and another order with the hash', () => {
    const answer = { ...fields, status: 'success', hash: REVERSE }
    const { hash: _hash, ...bare } = answer
    for (const odd of [
      bare,
      { ...answer, hash: '' },
      { ...answer, hash: REVERSE.toUpperCase() },
      { ...answer, txnid: 'T2' },
      { ...answer, amount: '116.8' },
    ])
      expect(payu.readReply(odd)).toBeUndefined()
  })

  it('[PY-2] attack case 20: are checked with the shop’s key only', () => {
    const theirs = { ...fields, key: 'OTHER', status: 'success' }
    expect(payu.readReply({ ...theirs, hash: responseHash(theirs, 'OTHER', 'OTHERSALT') })).toBeUndefined()
  })

  it.each(['additionalCharges', 'additional_charges'])(
    '[PY-2] attack case 21: include %s in front, and nothing else',
    (name) => {
      const answer = { ...fields, status: 'success', [name]: '2.00' }
      expect(payu.readReply({ ...answer, hash: responseHash(answer, 'KEY', 'SALT') })).toBeDefined()
      expect(payu.readReply({ ...answer, hash: REVERSE })).toBeUndefined()
    },
  )

  it('[PY-2] attack case 26: contain no separator and no markup of a name', async () => {
    const payment = {
      key: 'k1',
      order: 'o',
      orderId: 1,
      amount: 11_682,
      currency: 'INR' as const,
      lastName: '',
      email: 'a@b.in',
      mobile: '+91-98765',
      locale: 'en' as const,
    }
    const started = await payu.start({ ...payment, firstName: '"><script>|x' })
    expect(started).toMatchObject({
      kind: 'form',
      fields: { firstname: 'script  x', amount: '116.82', phone: '9198765' },
    })
    expect(await payu.start({ ...payment, firstName: 'आशा' })).toMatchObject({ fields: { firstname: 'Listener' } })
  })
})

describe('the cipher of CCAvenue', () => {
  const key = 'TESTWORKINGKEY0123456789ABCDEF00'
  const hex =
    '4e06ba42504e599d9a717171cb6e533c3d0c60773a883e544bd982d6d9d7493129a9093e95e94529c2e1fb657163183d23cb23e252e7b30b3c7ca687ca65ef3b'

  it('[PY-2] equals the published vector in both directions', () => {
    const plain = 'merchant_id=1&order_id=ORD1&currency=INR&amount=116.82'
    expect(encryptText(plain, key)).toBe(hex)
    expect(decryptText(hex, key)).toBe(plain)
  })

  it('[PY-2] attack case 28: returns the same for every error', () => {
    for (const odd of [
      '',
      hex.slice(0, -1),
      hex.slice(0, -2),
      hex.toUpperCase(),
      `${hex.slice(0, -2)}00`,
      'zz'.repeat(16),
      `${hex} `,
    ])
      expect(decryptText(odd, key)).toBeUndefined()
  })
})

describe('amounts of gateways', () => {
  it.each([
    ['116.82', 11_682],
    ['116.8', 11_680],
    ['116', 11_600],
    ['116.820', 11_682],
    [116.82, 11_682],
    ['116.825', undefined],
    ['-1', undefined],
    ['1e3', undefined],
    ['', undefined],
  ])('[PY-2] %s is %s', (text, minor) => expect(minorOf(text)).toBe(minor))
  it('[PY-2] are written with two decimals', () =>
    expect([5, 100, 11_682].map(decimalText)).toEqual(['0.05', '1.00', '116.82']))
  it('[PY-2] attack case 26: replace names without ASCII letters', () =>
    expect(plainAscii('ज्ञानेश', 60, 'Listener')).toBe('Listener'))
})
