import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { smtpMailer } from '../../../src/server/adapters/mail/smtp.ts'
import { forgetTokens } from '../../../src/server/accounts/one-time-tokens.ts'
import type { AppContext } from '../../../src/server/context.ts'
import { enqueue, runDue, type Job } from '../../../src/server/jobs/queue.ts'
import { eraseDormantAccounts } from '../../../src/server/privacy/dormant-accounts.ts'
import { startWorker } from '../../../src/server/worker.ts'
import { emptyQueues, unsentJobs } from '../support/jobs.ts'
import { advanceClock, ask, makeListener } from '../support/personas.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop('empty')
const HOUR = 3_600
/** What the mail server says to each recipient and text. */
let recipientCode: number | undefined
let textCode: number | undefined
let senderCode: number | undefined
let reason = 'no'
let texts: string[] = []
const refusal = (code: number | undefined) => (code ? Object.assign(new Error(reason), { responseCode: code }) : null)
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onMailFrom: (_address, _session, done) => done(refusal(senderCode)),
  onRcptTo: (_address, _session, done) => done(refusal(recipientCode)),
  onData(stream, _session, done) {
    let text = ''
    stream.on('data', (chunk: Buffer) => (text += chunk))
    stream.on('end', () => {
      if (!textCode) texts.push(text.replace(/=\r\n/g, ''))
      done(refusal(textCode))
    })
  },
})
let context: AppContext
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.server.address() as AddressInfo
  const mail = smtpMailer({ url: `smtp://127.0.0.1:${port}?tls=none`, from: () => 'shop@shop.test', host: 'shop.test' })
  context = { ...shop().context, mail }
})
afterAll(() => new Promise<void>((done) => server.close(done)))
beforeEach(() => {
  recipientCode = textCode = senderCode = undefined
  reason = 'no'
  texts = []
  return emptyQueues(shop().db)
})

const mailTo = (to: string): Job => ({ kind: 'mail', letter: { name: 'dormant', to, locale: 'en' } })
const failuresOf = async (): Promise<unknown[]> => {
  const failures: unknown[] = []
  await runDue(context, { failed: (error) => failures.push(error) })
  return failures
}

describe('a mail server', () => {
  it.each([
    ['the recipient', () => (recipientCode = 550)],
    ['the text', () => (textCode = 554)],
  ])('[RL-4] that refuses %s for good is asked once, and the log names no address', async (_, refuse) => {
    refuse()
    await enqueue(context.db, context, mailTo('gone@x.test'))
    const failures = await failuresOf()
    expect(failures.map(String)).toEqual([expect.stringMatching(/^PermanentRefusal: refused for good: 55[04]$/)])
    expect(await unsentJobs(shop().db)).toEqual([])
  })

  it.each([
    ['refuses for now', () => (recipientCode = 451)],
    ['refuses the sender, which the operator mends', () => (senderCode = 550)],
  ])('[RL-4] that %s is asked again', async (_, refuse) => {
    refuse()
    await enqueue(context.db, context, mailTo('later@x.test'))
    expect(await failuresOf()).toHaveLength(1)
    expect(await unsentJobs(shop().db)).toHaveLength(1)
  })

  it.each([
    '5.1.1 no such user',
    '5.4.1 Recipient address rejected',
    '5.5.0 mailbox unavailable',
    '5.1.10 null MX',
    '5.2.1 mailbox disabled',
    '5.6.0 bad content',
  ])('[RL-4] that refuses this mail by "%s" is asked once, at the recipient and at the text', async (text) => {
    reason = text
    for (const refuse of [() => (recipientCode = 550), () => (textCode = 554)]) {
      recipientCode = textCode = undefined
      refuse()
      await enqueue(context.db, context, mailTo('gone@x.test'))
      expect(await failuresOf()).toHaveLength(1)
      expect(await unsentJobs(shop().db)).toEqual([])
    }
  })

  it.each([
    '5.7.1 <later@x.test>: Relay access denied',
    '5.1.8 <shop@shop.test>: Sender address rejected: Domain not found',
    '5.4.5 Daily user sending limit exceeded',
    'Message rejected: Email address is not verified.',
  ])(
    '[RL-4] that refuses the shop by "%s" is asked again, without an address in the log, and goes out once that is mended',
    async (text) => {
      reason = text
      await enqueue(context.db, context, mailTo('later@x.test'))
      for (const refuse of [() => (recipientCode = 554), () => (textCode = 554)]) {
        recipientCode = textCode = undefined
        refuse()
        const [failure, ...others] = await failuresOf()
        const logged = inspect(failure)
        expect([logged.includes(text.slice(-12)), logged.includes('@'), others]).toEqual([true, false, []])
        expect(await unsentJobs(shop().db)).toHaveLength(1)
        advanceClock(shop(), HOUR + 1)
      }
      recipientCode = textCode = undefined
      expect(await runDue(context)).toBe(1)
      expect(texts).toHaveLength(1)
    },
  )

  it('[RL-4] that refuses a warning for good stops no erasure', async () => {
    const ids = await Promise.all(['left@x.test', 'other@x.test'].map((email) => makeListener(shop(), email)))
    await shop().db.query(`update users set seen_at = $1::timestamptz - interval '4 years'`, [shop().clock.now])
    await eraseDormantAccounts(context)
    recipientCode = 550
    expect(await failuresOf()).toHaveLength(2)
    advanceClock(shop(), 8 * 24 * HOUR)
    await eraseDormantAccounts(context)
    expect(await shop().db.query('select id from users where id = any($1)', [ids])).toEqual([])
    await emptyQueues(shop().db)
  })
})

describe('a link or a code', () => {
  it('[RL-4] that waited for hours for a mail server that was down is valid for its whole life', async () => {
    await makeListener(shop(), 'waiting@x.test')
    await ask(shop(), endpoints.resetPassword, { email: 'waiting@x.test' })
    recipientCode = 451
    for (let hours = 0; hours < 5; hours += 1) {
      await runDue(context)
      advanceClock(shop(), HOUR + 1)
      await forgetTokens(context)
    }
    recipientCode = undefined
    expect(await runDue(context)).toBe(1)
    const token = /\/reset-password\/([\w-]{43})\//.exec(texts[0] ?? '')?.[1] ?? ''
    const check = async () => (await ask(shop(), endpoints.resetPasswordToken, { token })).body
    advanceClock(shop(), HOUR - 5)
    expect(await check()).toHaveProperty('password_rules')
    advanceClock(shop(), 10)
    expect(await check()).not.toHaveProperty('password_rules')
  })

  it('[RL-4] that was revoked while its mail waited stays revoked', async () => {
    await makeListener(shop(), 'twice@x.test')
    recipientCode = 451
    for (const _ of [1, 2]) await ask(shop(), endpoints.resetPassword, { email: 'twice@x.test' })
    await runDue(context)
    advanceClock(shop(), HOUR + 1)
    recipientCode = undefined
    expect(await runDue(context)).toBe(2)
    const tokens = texts.map((text) => /\/reset-password\/([\w-]{43})\//.exec(text)?.[1] ?? '')
    const replies = await Promise.all(tokens.map((token) => ask(shop(), endpoints.resetPasswordToken, { token })))
    expect(replies.filter(({ body }) => 'password_rules' in body)).toHaveLength(1)
  })

  it('[RL-4] of a text message that waited is valid for five minutes after it was sent', async () => {
    let isDown = true
    let code = ''
    const sms = {
      send: async ({ values }: { values: readonly string[] }) => {
        if (isDown) throw new Error('down')
        code = values[0] ?? ''
      },
    }
    const waiting = { ...context, sms }
    await ask(shop(), endpoints.sendOtp, { mobile_number: '9876543210' })
    await runDue(waiting)
    advanceClock(shop(), 8 * 60)
    isDown = false
    expect(await runDue(waiting)).toBe(1)
    advanceClock(shop(), 4 * 60 + 50)
    const signIn = await ask(shop(), endpoints.verifyOtp, {
      mobile_number: '9876543210',
      device_type: 'web',
      otp: code,
    })
    expect(signIn.body).toMatchObject({ status: '1' })
  })
})

describe('the worker', () => {
  it('[RL-4] sends mails while the SMS vendor is silent', async () => {
    let release = (): void => undefined
    const silent = new Promise<void>((done) => (release = done))
    const worker = startWorker(
      { ...context, mail: { ...context.mail, close: () => undefined }, sms: { send: () => silent } },
      { dataDir: shop().incoming, staleHours: 6, onError: () => undefined },
    )
    const until = shop().clock.now.getTime() + 60_000
    await enqueue(context.db, context, { kind: 'sms', to: '+919812345678', template: 'otp', values: ['123456'], until })
    await enqueue(context.db, context, mailTo('beside@x.test'))
    worker.wake()
    await expect.poll(() => texts.length, { timeout: 10_000 }).toBe(1)
    release()
    await worker.close()
  })
})
