import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { commandHash, requestHash, responseHash } from '../../../src/server/adapters/payment/payu.ts'

type Fields = Record<string, string>
type Hasher = Record<
  'paymentHasher' | 'reverseHasher' | 'apiHasher',
  (account: { key: string; salt: string; config: object }, fields: Fields) => string
>
/** PayU's SDK for Node checks the hashes independently. The shop does not use it. */
const sdk: Hasher = createRequire(import.meta.url)('payu-websdk/utils/hasher.js')

const account = { key: 'gtKFFx', salt: '4R38IvwiV57FwVpsgOvTXBdLE4tHUXFW', config: {} }
const some = (
  at: number,
): Fields & Record<'key' | 'txnid' | 'amount' | 'productinfo' | 'firstname' | 'email', string> => ({
  key: account.key,
  txnid: `k${at}x${at * 7919}`,
  amount: `${at * 37}.${String(at % 100).padStart(2, '0')}`,
  productinfo: `Order ${at}`,
  firstname: at % 3 === 0 ? 'Asha Rani' : 'Listener',
  email: `a${at}@b.in`,
  ...(at % 2 === 0 && { udf1: `u${at}` }),
  ...(at % 5 === 0 && { udf3: 'c', udf5: `e${at}` }),
})
const all = Array.from({ length: 60 }, (_, at) => some(at))

describe('hashes of PayU beside its own SDK', () => {
  it('[PY-2] of requests are the same', () => {
    for (const fields of all) expect(requestHash(fields, account.salt)).toBe(sdk.paymentHasher(account, fields))
  })

  it.each(['success', 'failure', 'pending'])('[PY-2] of %s are the same, with charges and without', (status) => {
    for (const fields of all) {
      const answer = { ...fields, status }
      expect(responseHash(answer, account.key, account.salt)).toBe(sdk.reverseHasher(account, answer))
      const charged = { ...answer, additionalCharges: '2.50' }
      expect(responseHash(charged, account.key, account.salt)).toBe(sdk.reverseHasher(account, charged))
    }
  })

  it.each([
    ['verify_payment', 'k1'],
    ['cancel_refund_transaction', '403993715527'],
    ['pre_debit_SI', '{"authPayuId":"1","requestId":"notice1"}'],
    ['si_transaction', '{"authpayuid":"1","txnid":"k1"}'],
  ])('[PY-2] of the command %s are the same', (command, var1) => {
    expect(commandHash(account.key, command, var1, account.salt)).toBe(sdk.apiHasher(account, { command, var1 }))
  })
})
