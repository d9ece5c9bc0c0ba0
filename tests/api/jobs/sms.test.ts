import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { createMsg91 } from '../../../src/server/adapters/sms/msg91.ts'
import { readConfig } from '../../../src/server/config.ts'
import { runDue } from '../../../src/server/jobs/queue.ts'
import { advanceClock, ask } from '../support/personas.ts'
import { useShop } from '../support/shop.ts'

type VendorRequest = { method: string | undefined; type: string | undefined; key: string | undefined; body: unknown }
type Answer = { status: number; body: string; location?: string }

const shop = useShop('empty')
const TAKEN: Answer = { status: 200, body: JSON.stringify({ type: 'success', message: '5762846b4f8d285d378b4567' }) }
let vendor: Server
let requests: VendorRequest[] = []
let answer = TAKEN

beforeAll(async () => {
  vendor = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      const { 'content-type': type, authkey } = request.headers
      requests.push({ method: request.method, type, key: String(authkey), body: JSON.parse(text || '{}') })
      response
        .writeHead(answer.status, {
          'content-type': 'application/json',
          ...(answer.location && { location: answer.location }),
        })
        .end(answer.body)
    })
  })
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
  const { port } = vendor.address() as AddressInfo
  shop().context.sms = createMsg91({
    authKey: 'key-1',
    flows: { otp: 'flow-otp' },
    url: `http://127.0.0.1:${port}/api/v5/flow/`,
  })
})
afterAll(() => new Promise((resolve) => vendor.close(resolve)))
beforeEach(() => {
  requests = []
  answer = TAKEN
})

const sendTo = (mobile_number: string) => ask(shop(), endpoints.sendOtp, { mobile_number })

describe('the SMS vendor', () => {
  it('[SI-4] receives the id of a registered template and its values, never free text', async () => {
    expect((await sendTo('98765 43210')).body).toMatchObject({ message: 'success' })
    expect(await runDue(shop().context)).toBe(1)
    expect(requests).toEqual([
      {
        method: 'POST',
        type: 'application/json',
        key: 'key-1',
        body: {
          template_id: 'flow-otp',
          short_url: '0',
          recipients: [{ mobiles: '919876543210', VAR1: expect.stringMatching(/^\d{6}$/) }],
        },
      },
    ])
  })

  it('[SI-4] accepts the code that was sent', async () => {
    await sendTo('9876543211')
    await runDue(shop().context)
    const code = /"VAR1":"(\d{6})"/.exec(JSON.stringify(requests[0]?.body))?.[1] ?? ''
    expect(
      (await ask(shop(), endpoints.verifyOtp, { mobile_number: '9876543211', device_type: 'web', otp: code })).body,
    ).toMatchObject({ status: '1' })
  })

  it.each([
    [
      'refuses with 200',
      { status: 200, body: JSON.stringify({ type: 'error', message: 'template 919876543212 missing', code: '106' }) },
    ],
    ['is out of order', { status: 502, body: '<html>' }],
    ['sends elsewhere', { status: 307, body: '', location: 'https://evil.test/' }],
  ])('[SI-4] is requested again when it %s, and the log has no number', async (_, refusal) => {
    answer = refusal
    advanceClock(shop(), 3_700)
    await sendTo('9876543212')
    const errors: unknown[] = []
    await runDue(shop().context, { failed: (error) => errors.push(error) })
    expect(requests).toHaveLength(1)
    expect(errors).toHaveLength(1)
    expect(String(errors[0])).not.toContain('9876543212')
    answer = TAKEN
    advanceClock(shop(), 60)
    expect(await runDue(shop().context)).toBe(1)
  })
})

describe('a refusal by the SMS vendor', () => {
  const refusal = (status: number, message: string, code?: string | number): Answer => ({
    status,
    body: JSON.stringify({ message, type: 'error', code }),
  })
  const tried = async (mobile: string, first: Answer) => {
    answer = first
    advanceClock(shop(), 3_700)
    await sendTo(mobile)
    const errors: unknown[] = []
    await runDue(shop().context, { failed: (error) => errors.push(error) })
    answer = TAKEN
    advanceClock(shop(), 60)
    return { errors: errors.map(String), later: await runDue(shop().context) }
  }

  it.each([
    ['an invalid number', refusal(200, 'Invalid mobile number 919876543213', '202')],
    ['an invalid number, with a status and a code as number', refusal(400, 'Please provide valid mobile no', 202)],
    ['a missing number', refusal(200, 'Missing mobile no.', '101')],
    ['too long a text', refusal(200, 'SMS is too long', '310')],
  ])('[RL-4] of %s is final at once, and the log has no number', async (_, first) => {
    const { errors, later } = await tried('9876543213', first)
    expect(errors).toEqual([expect.stringMatching(/^PermanentRefusal: MSG91 refused the message for good: \d{3}$/)])
    expect([later, requests.length]).toEqual([0, 1])
  })

  it.each([
    ['an invalid key', refusal(401, 'Unauthorized', '207')],
    ['a network that is not on the list', refusal(200, 'IP is not whitelisted', '208')],
    ['an empty account', refusal(200, 'Insufficient balance', '301')],
    ['an error of its own', refusal(500, 'Internal error')],
    ['a text that looks like a code', refusal(200, 'no', 'number 202')],
  ])('[RL-4] because of %s is tried again', async (_, first) => {
    const { errors, later } = await tried('9876543214', first)
    expect(errors).toEqual([expect.stringMatching(/^Error: MSG91 refused the message: \d{3}/)])
    expect([later, requests.length]).toEqual([1, 2])
  })
})

describe('settings of the SMS vendor', () => {
  const env = { DATA_DIR: mkdtempSync(join(tmpdir(), 'shop-sms-')) }

  it('[SI-4] are complete or absent', () => {
    expect(() => readConfig({ ...env, MSG91_AUTH_KEY: 'a' })).toThrow(
      'MSG91_AUTH_KEY, MSG91_OTP_FLOW belong together; missing: MSG91_OTP_FLOW.',
    )
    expect(readConfig({ ...env, MSG91_AUTH_KEY: 'a', MSG91_OTP_FLOW: 'b' }).msg91).toEqual({
      authKey: 'a',
      otpFlow: 'b',
    })
    expect(readConfig(env).msg91).toBeUndefined()
  })

  it('[SI-4] are optional: without them the endpoints answer notServed', async () => {
    const { sms: _, ...context } = shop().context
    const { sendCode } = await import('../../../src/server/accounts/one-time-codes.ts')
    expect(await sendCode(context, '9876543210', { address: '10.0.0.1', locale: 'en' })).toEqual({ fault: 'notServed' })
  })
})
