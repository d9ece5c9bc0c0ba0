import { expect, test } from 'vitest'
import { mayLeadTo, mayPostTo } from '#contract/payments.ts'

const OWN = 'https://shop.test'

test.each([
  'https://test.payu.in/_payment',
  'https://secure.payu.in/_payment',
  'https://secure.ccavenue.com/transaction/transaction.do?command=initiateTransaction',
  'https://shop.test/dev/pay/payu/_payment',
  '/dev/pay/payu/_payment',
])('[PY-1] a payment form is posted to %s', (address) => expect(mayPostTo(address, OWN)).toBe(true))

test.each([
  'https://evil.test/_payment',
  'http://secure.payu.in/_payment',
  'https://secure.payu.in.evil.test/_payment',
  'https://secure.payu.in@evil.test/_payment',
  'https://secure.payu.in:8443/_payment',
  'https://someone:word@secure.payu.in/_payment',
  '//evil.test/dev/pay/payu/_payment',
  '/dev/pay/../../api/v1/delete-account/',
  '/api/v1/delete-account/',
  'javascript:alert(1)',
  'data:text/html,pay',
  '',
])('[PY-1] no payment form is posted to %s', (address) => expect(mayPostTo(address, OWN)).toBe(false))

test.each([
  'https://www.paypal.com/checkoutnow?token=1',
  'https://www.sandbox.paypal.com/checkoutnow?token=1',
  '/order/ccavenue-pay/abc-def_1',
  'https://shop.test/dev/pay/paypal/checkoutnow?token=1',
])('[PY-1] a buyer is redirected to %s', (address) => expect(mayLeadTo(address, OWN)).toBe(true))

test.each([
  'https://paypal.com.evil.test/',
  'https://notpaypal.com/',
  'http://www.paypal.com/',
  '/sign-in/',
  'javascript:alert(1)',
  'https://[bad',
])('[PY-1] no buyer is redirected to %s', (address) => expect(mayLeadTo(address, OWN)).toBe(false))
