import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { smtpMailer } from '../../../src/server/adapters/mail/smtp.ts'
import { buildApp } from '../../../src/server/app.ts'
import { createEncryption } from '../../../src/server/runtime/encryption.ts'
import { outboxRoutes } from '../../../src/server/demo/outbox-routes.ts'
import { enqueue, runDue, type Job } from '../../../src/server/jobs/queue.ts'
import { retryJobs } from '../../../src/server/jobs/manage-jobs.ts'
import { renderMail } from '../../../src/server/jobs/mail-templates.ts'
import { startWorker } from '../../../src/server/worker.ts'
import type { AppContext } from '../../../src/server/context.ts'
import { bossOn } from '../../../src/server/db/job-schema.ts'
import { emptyQueues, unsentJobs } from '../support/jobs.ts'
import { advanceClock, ask, makeListener } from '../support/personas.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop('empty')
let received: (ParsedMail & { envelopeTo: string[] })[] = []
let refuse: number | undefined
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  async onData(stream, session, done) {
    done(await take(stream, session.envelope.rcptTo))
  },
})
async function take(stream: Parameters<typeof simpleParser>[0], to: { address: string }[]): Promise<Error | null> {
  const mail = await simpleParser(stream)
  if (refuse) return Object.assign(new Error('later'), { responseCode: refuse })
  received.push({ ...mail, envelopeTo: to.map(({ address }) => address) })
  return null
}
let context: AppContext
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The server's type hides what node:net gives.
  const { port } = server.server.address() as AddressInfo
  context = {
    ...shop().context,
    mail: smtpMailer({
      url: `smtp://127.0.0.1:${port}?tls=none`,
      from: () => 'कथावाणी <shop@shop.test>',
      host: 'shop.test',
    }),
  }
})
beforeEach(() => {
  received = []
  refuse = undefined
  return emptyQueues(shop().db)
})
afterAll(() => new Promise<void>((resolve) => server.close(resolve)))

const job = (to: string, locale: 'en' | 'mr' = 'en'): Job => ({
  kind: 'mail',
  letter: { name: 'reset', to, locale, token: 'T'.repeat(43) },
})
const countUnsent = async () => (await unsentJobs(shop().db)).length

describe('a mail', () => {
  it('[SU-5] is sent by SMTP with the link, in the language of the page, as text and as HTML', async () => {
    await ask(
      shop(),
      endpoints.registerEmail,
      { email: 'mr@x.test' },
      { headers: { 'accept-language': 'mr,en;q=0.5' } },
    )
    expect(await runDue(context)).toBe(1)
    const [mail] = received
    expect([mail?.envelopeTo, mail?.from?.value]).toEqual([
      ['mr@x.test'],
      [{ address: 'shop@shop.test', name: 'कथावाणी' }],
    ])
    expect(mail?.subject).toBe('कथावाणी खाते: आणखी एक पाऊल')
    const link = /https:\/\/shop\.test\/mr\/sign-up\/[\w-]{43}\//.exec(mail?.text ?? '')?.[0] ?? ''
    expect(link).not.toBe('')
    expect(mail?.html).toContain(`<html lang="mr">`)
    expect(mail?.html).toContain(`<a href="${link}"`)
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail?.headers.has('list-unsubscribe')).toBe(false)
  })

  it('[RM-5] carries the header by which a mail program ends the weekly mail at one press', async () => {
    await enqueue(shop().db, context, {
      kind: 'mail',
      letter: {
        ...{ name: 'weeklyNews', to: 'weekly@x.test', locale: 'mr', unsubscribe: '7.mark' },
        items: [{ name: 'नवीन', link: 'https://shop.test/mr/product-details/1/x/' }],
      },
    })
    await runDue(context)
    expect(received[0]?.headers.get('list')).toMatchObject({
      unsubscribe: { url: 'https://shop.test/api/weekly-news/end/7.mark?lang=mr' },
      'unsubscribe-post': { name: 'List-Unsubscribe=One-Click' },
    })
  })

  it.each(['a"b@x.test', "a'b@x.test", 'a@x.test, b@x.test', 'a@x.test\r\nBcc: c@x.test', '<a@x.test>'])(
    '[SU-5] is not sent to several addresses, nor with injected headers: %j',
    async (email) => {
      expect((await ask(shop(), endpoints.registerEmail, { email: `${email}` })).status).toBe(400)
      expect(await countUnsent()).toBe(0)
    },
  )

  it('[SU-5] has one recipient even if an invalid address is queued', async () => {
    await enqueue(context.db, context, job('a@x.test\r\nBcc: c@x.test'))
    await runDue(context)
    expect(received.flatMap(({ envelopeTo }) => envelopeTo)).not.toContain('c@x.test')
    expect(received.map(({ headers }) => headers.has('bcc'))).not.toContain(true)
  })

  it('[SU-5] case 66: escapes every value in its HTML', () => {
    const { html } = renderMail(
      { name: 'reset', to: 'a@x.test', locale: 'en', token: 't' },
      'https://shop.test/"><script>',
    )
    expect(html).not.toContain('<script>')
  })
})

describe('the queue', () => {
  it('[SU-5] sends nothing of a rolled back transaction', async () => {
    const undone = context.db.transaction(async (inner) => {
      await enqueue(inner, context, job('undone@x.test'))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect([await runDue(context), received.length]).toEqual([0, 0])
  })

  it('[SU-5] sends each mail once with several workers', async () => {
    for (let index = 0; index < 20; index += 1) await enqueue(context.db, context, job(`many${index}@x.test`))
    const sent = await Promise.all(Array.from({ length: 5 }, () => runDue(context)))
    expect(sent.reduce((sum, count) => sum + count)).toBe(20)
    expect(new Set(received.flatMap(({ envelopeTo }) => envelopeTo)).size).toBe(20)
    expect([received.length, await countUnsent()]).toEqual([20, 0])
  })

  it('[SU-5] sends again with the same Message-ID after a kill between sending and committing', async () => {
    await enqueue(context.db, context, job('killed@x.test'))
    const killed: AppContext = {
      ...context,
      db: {
        ...context.db,
        query: (text, ...rest) =>
          text.includes(`SET completed_on`) ? Promise.reject(new Error('killed')) : context.db.query(text, ...rest),
      },
    }
    await expect(runDue(killed)).rejects.toThrow('killed')
    expect(await runDue(context)).toBe(0)
    advanceClock(shop(), 31)
    await bossOn(context.db).supervise()
    advanceClock(shop(), 30)
    expect(await runDue(context)).toBe(1)
    const ids = received.map(({ messageId }) => messageId)
    expect(ids).toEqual([ids[0], ids[0]])
    expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@shop\.test>$/)
    expect(await countUnsent()).toBe(0)
  })

  it('[SU-5] retries when the mail server refuses, and stores unsent mails for the operator', async () => {
    await enqueue(context.db, context, job('later@x.test'))
    refuse = 451
    const failures: unknown[] = []
    expect(await runDue(context, { failed: (error) => failures.push(error) })).toBe(0)
    expect(failures).toHaveLength(1)
    for (let tried = 1; tried < 12; tried += 1, advanceClock(shop(), 3_601)) await runDue(context)
    advanceClock(shop(), 3_601)
    await runDue(context)
    expect(await unsentJobs(shop().db)).toMatchObject([{ kind: 'mail', tries: 12, failed_at: expect.any(Date) }])
    refuse = undefined
    advanceClock(shop(), 100_000)
    expect(await runDue(context)).toBe(0)
    const [abandoned] = await unsentJobs(shop().db)
    expect(await retryJobs(context)).toBe(1)
    expect(await runDue(context)).toBe(1)
    expect(received.map(({ messageId }) => messageId)).toEqual([`<${abandoned?.id}@shop.test>`])
  })

  it('[SU-5] sends codes and links before receipts, and receipts before bulk mails', async () => {
    for (const name of ['dormant', 'receipt', 'reset'] as const)
      await enqueue(context.db, context, {
        kind: 'mail',
        letter: { name, to: `${name}@x.test`, locale: 'en', token: 'T'.repeat(43) },
      })
    expect(await runDue(context)).toBe(3)
    expect(received.flatMap(({ envelopeTo }) => envelopeTo)).toEqual([
      'reset@x.test',
      'receipt@x.test',
      'dormant@x.test',
    ])
  })

  it('[SI-4] sends codes without delay beside a slow mail server', async () => {
    let release = (): void => undefined
    const slow = new Promise<void>((done) => (release = done))
    const mail = { ...context.mail, send: () => slow, close: () => undefined }
    for (let index = 0; index < 3; index += 1) await enqueue(context.db, context, job(`slow${index}@x.test`))
    const worker = startWorker(
      { ...context, mail },
      { dataDir: shop().incoming, staleHours: 6, onError: () => undefined },
    )
    await enqueue(context.db, context, {
      kind: 'sms',
      to: '+919812345678',
      template: 'otp',
      values: ['123456'],
      until: shop().clock.now.getTime() + 60_000,
    })
    worker.wake()
    const texts = () => shop().db.query(`select 1 from outbox where recipient = '+919812345678'`)
    await expect.poll(async () => (await texts()).length, { timeout: 10_000 }).toBe(1)
    // A text message stands in the outbox a moment before its job is done.
    await expect.poll(countUnsent, { timeout: 10_000 }).toBe(3)
    release()
    await worker.close()
    await shop().db.query('delete from outbox')
  })

  it('[OP-2] adopts pending and failed jobs of the queue before pg-boss', async () => {
    const payload = context.encryption.encrypt(JSON.stringify(job('old@x.test')))
    const [left, abandoned, taken] = [randomUUID(), randomUUID(), randomUUID()]
    const { now } = shop().clock
    for (const [id, dueAt, failedAt] of [
      [left, now, null],
      [abandoned, now, now],
      // Still being sent by a process of that release.
      [taken, new Date(now.getTime() + 60_000), null],
    ])
      await shop().db.query(
        `insert into jobs (id, kind, payload, tries, created_at, due_at, failed_at) values ($1, 'mail', $2, 3, $3, $4, $5)`,
        [id, payload, now, dueAt, failedAt],
      )
    expect(await runDue(context)).toBe(1)
    expect(received.map(({ messageId }) => messageId)).toEqual([`<${left}@shop.test>`])
    expect(await unsentJobs(shop().db)).toMatchObject([{ id: abandoned, kind: 'mail', tries: 3, failed_at: now }])
    expect(await shop().db.query('select id from jobs')).toEqual([{ id: taken }])
    await shop().db.query('delete from jobs')
    expect([await retryJobs(context), await runDue(context), received.length]).toEqual([1, 1, 2])
  })

  it('[SU-5] deletes sent jobs', async () => {
    await enqueue(context.db, context, job('sent@x.test'))
    expect(await runDue(context)).toBe(1)
    advanceClock(shop(), 60)
    await bossOn(context.db).supervise()
    expect(await shop().db.query('select 1 from pgboss.job')).toEqual([])
  })

  it('[SU-5] leaves pending jobs to the next start when the shop stops', async () => {
    for (let index = 0; index < 3; index += 1) await enqueue(context.db, context, job(`stop${index}@x.test`))
    expect([await runDue(context, { isStopping: () => true }), await countUnsent(), await runDue(context)]).toEqual([
      1, 2, 2,
    ])
  })

  it('[SU-5] continues with other mails when one is unreadable', async () => {
    await enqueue(context.db, { encryption: createEncryption('another') }, job('unreadable@x.test'))
    await enqueue(context.db, context, job('next@x.test'))
    expect(await runDue(context)).toBe(1)
    expect(await countUnsent()).toBe(1)
  })

  it('[SU-5] is processed beside the API as soon as a job is added', async () => {
    const app = await buildApp(context)
    await makeListener(shop(), 'beside@x.test')
    await enqueue(context.db, context, job('first@x.test'))
    // Its timers are those of a clock that stands still: no later round sends what nobody wakes it for.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const worker = startWorker(context, {
      dataDir: shop().incoming,
      staleHours: 6,
      onError: (error) => expect(error).toBeUndefined(),
    })
    vi.useRealTimers()
    context.wake = worker.wake
    const sent = () => received.flatMap(({ envelopeTo }) => envelopeTo)
    const waits = { timeout: 60_000 }
    // The round with which the worker begins is over once it has completed what waited.
    await expect.poll(sent, waits).toEqual(['first@x.test'])
    await expect.poll(countUnsent, waits).toBe(0)
    await ask({ ...shop(), app }, endpoints.resetPassword, { email: 'beside@x.test' })
    await expect.poll(sent, waits).toEqual(['first@x.test', 'beside@x.test'])
    await worker.close()
    await app.close()
  })
})

describe('the outbox of the demo', () => {
  it('[SU-5] shows sent mails without scripts, with links to the shop only', async () => {
    const app = await buildApp(shop().context, { plugins: [outboxRoutes(shop().context)] })
    await shop().db.query(`insert into outbox (id, kind, recipient, subject, body) values ($1, 'mail', $2, $2, $2)`, [
      randomUUID(),
      '<script>alert(1)</script>\n\nhttps://evil.test/',
    ])
    await ask(shop(), endpoints.registerEmail, { email: 'shown@x.test' })
    await ask(shop(), endpoints.sendOtp, { mobile_number: '9811111111' })
    await runDue(shop().context)
    const page = await app.inject({ url: '/dev/outbox', headers: { 'accept-language': 'mr' } })
    expect(page.headers['content-security-policy']).toBe(
      `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'x-robots-tag': 'noindex',
    })
    expect(page.body).toContain('<html lang="mr">')
    expect(page.body).not.toContain('<script')
    expect([...page.body.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      expect.stringMatching(/^https:\/\/shop\.test\/sign-up\//),
    ])
    const { data } = (await app.inject('/dev/outbox.json')).json()
    expect(data.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['mail', 'mail', 'sms'])
    await app.close()
  })

  it('[SU-5] does not exist in production', async () => {
    for (const url of ['/dev/outbox', '/dev/outbox.json', '/dev/outbox/'])
      expect((await shop().app.inject(url)).statusCode).toBe(404)
  })
})
