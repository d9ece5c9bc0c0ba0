import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { payuAnswer } from '../../../src/server/adapters/payment/sandbox-replies.ts'
import { buildApp } from '../../../src/server/app.ts'
import { shownError, shownPath } from '../../../src/server/http/request-log.ts'
import { runDue } from '../../../src/server/jobs/queue.ts'
import { buyer } from '../support/cart.ts'
import { ask, linkTo, makeListener, PASSWORD, sentTo } from '../support/personas.ts'
import { address, signedIn, subscribe, withTracks } from '../support/listening.ts'
import { enterDesk, sendAt } from '../support/staff.ts'
import { beginPayu, decide, orderFor, shopWithGateways, postForm } from '../support/payments.ts'

const shop = shopWithGateways()

/** A shop that writes everything it has to say into a list. */
async function shopWithLog() {
  const lines: string[] = []
  const app = await buildApp(shop().context, { logLevel: 'trace', logTo: { write: (line) => void lines.push(line) } })
  return {
    shop: { ...shop(), app },
    lines,
    parsedLines: () => lines.map((line): Record<string, unknown> => JSON.parse(line)),
  }
}

describe('[OP-3] the log of a session', () => {
  it('[SI-2] has endpoint, route, status and time of each reply, and no secret, address or name', async () => {
    const { shop: loggingShop, lines, parsedLines } = await shopWithLog()
    const email = 'private.person@x.test'
    const mobile = '9123456780'
    await ask(loggingShop, endpoints.registerEmail, { email })
    const link = await linkTo(loggingShop, email)
    await loggingShop.app.inject(`/sign-up/${link}/`)
    await ask(loggingShop, endpoints.sendOtp, { mobile_number: mobile })
    await runDue(loggingShop.context)
    const code = (await sentTo(loggingShop, `+91${mobile}`)).at(-1)?.body ?? ''
    const { body: signed } = await ask(loggingShop, endpoints.verifyOtp, {
      mobile_number: mobile,
      device_type: 'web',
      otp: code,
    })
    await makeListener(loggingShop, 'forgets@x.test')
    await ask(loggingShop, endpoints.resetPassword, { email: 'forgets@x.test' })
    const reset = await linkTo(loggingShop, 'forgets@x.test')
    await loggingShop.app.inject(`/mr/reset-password/${reset}/`)
    await ask(loggingShop, endpoints.login, {
      login_type: 'normal',
      email: 'forgets@x.test',
      password: 'Wrong-guess-1',
    })
    await ask(loggingShop, endpoints.login, { login_type: 'normal', email: 'forgets@x.test', password: PASSWORD })
    const one = await buyer(loggingShop)
    const order = await orderFor(loggingShop, one, 'chhava')
    await ask(loggingShop, endpoints.orderDetails, { token: order }, { token: one.token })
    const payment = decide(loggingShop, 'payu', await beginPayu(loggingShop, one, order), 'paid')
    await postForm(loggingShop, '/api/payment/payu/return', payuAnswer(payment))
    const listener = await signedIn(loggingShop)
    const title = await withTracks(loggingShop, 'vyakti', [60])
    await subscribe(loggingShop, listener, 'plan-365')
    const track = String((await address(loggingShop, listener, title.id, title.keys[0] ?? '')).headers['x-signed-url'])
    await loggingShop.app.inject(track)
    await loggingShop.app.inject(`/api/v1/search/?q=${encodeURIComponent('private wish')}&email=${email}`)
    const text = lines.join('')
    const signature = /signature=([^&]+)/.exec(track)?.[1] ?? ''
    const secrets = {
      email,
      mobile,
      link,
      code,
      session: String(signed.token ?? signed.data?.token ?? one.token),
      reset,
      order,
      bearer: one.token,
      buyer: one.email,
      signature,
    }
    for (const [name, secret] of Object.entries({
      ...secrets,
      password: PASSWORD,
      guess: 'Wrong-guess',
      first: 'Asha',
      wish: 'private',
      key: payment.key,
    })) {
      expect([name, secret.length > 3, text.includes(secret)]).toEqual([name, true, false])
      expect([name, text.includes(encodeURIComponent(secret))]).toEqual([name, false])
    }
    const answers = parsedLines().filter(({ msg }) => msg === 'answered')
    expect(answers.length).toBeGreaterThan(15)
    for (const answer of answers)
      expect(answer).toMatchObject({
        reqId: expect.any(String),
        route: expect.any(String),
        status: expect.any(Number),
        ms: expect.any(Number),
      })
    expect(answers.map(({ route, path }) => `${route} ${path}`)).toContain(
      '/api/order-details/:token/ /api/order-details/…/',
    )
    await loggingShop.app.close()
  })

  it('[SI-2] [DK-1] [DK-2] names what the desk refuses: password, factor, role, step-up, another site', async () => {
    const { shop: loggingShop, parsedLines } = await shopWithLog()
    const [support, owner] = [await enterDesk(loggingShop, 'support'), await enterDesk(loggingShop, 'owner')]
    const password = { email: 'nobody@x.test', password: 'Wrong-guess-1' }
    await sendAt(loggingShop, '', endpoints.deskSignIn, password)
    await sendAt(loggingShop, '', endpoints.deskSignIn, password, { origin: 'https://evil.test' })
    await sendAt(loggingShop, '', endpoints.deskSignInFactor, { ticket: 'x'.repeat(43), code: '000000' })
    await sendAt(loggingShop, owner.cookie, endpoints.deskStepUp, { code: '000000' })
    await sendAt(loggingShop, support.cookie, endpoints.deskTitles)
    await sendAt(loggingShop, support.cookie, endpoints.deskInvoicesZip, { month: '2026-10' })
    shop().clock.now = new Date(shop().clock.now.getTime() + 11 * 60_000)
    await sendAt(loggingShop, owner.cookie, endpoints.deskRecoveryCodes)
    const events = parsedLines().filter(({ msg }) => msg === 'security')
    expect(events.map(({ event, route }) => `${event} ${route}`)).toEqual([
      `credentials ${endpoints.deskSignIn.path}`,
      `refused ${endpoints.deskSignIn.path}`,
      `linkExpired ${endpoints.deskSignInFactor.path}`,
      `factor ${endpoints.deskStepUp.path}`,
      `notAllowed ${endpoints.deskTitles.path}`,
      `notAllowed ${endpoints.deskInvoicesZip.path}`,
      `stepUp ${endpoints.deskRecoveryCodes.path}`,
    ])
    expect(JSON.stringify(events)).not.toMatch(/nobody|Wrong-guess|desk\.test/)
    await loggingShop.app.close()
  })

  it('[SI-2] counts security events without personal data', async () => {
    const { shop: loggingShop, parsedLines } = await shopWithLog()
    await ask(loggingShop, endpoints.login, { login_type: 'normal', email: 'nobody@x.test', password: 'Wrong-guess-1' })
    await ask(loggingShop, endpoints.verifyOtp, { mobile_number: '9123456781', device_type: 'web', otp: '000000' })
    await ask(loggingShop, endpoints.myData, {})
    await ask(loggingShop, endpoints.orderDetails, { token: 'x'.repeat(43) })
    for (let turn = 0; turn < 11; turn += 1)
      await ask(loggingShop, endpoints.registerDevice, {}, { address: '10.9.9.9' })
    const events = parsedLines().filter(({ msg }) => msg === 'security')
    expect(events.map(({ event, route }) => `${event} ${route}`)).toEqual([
      `signInFailed ${endpoints.login.path}`,
      `refused ${endpoints.verifyOtp.path}`,
      `signedOut ${endpoints.myData.path}`,
      `signedOut ${endpoints.orderDetails.path}`,
      `tooMany ${endpoints.registerDevice.path}`,
    ])
    for (const event of events)
      expect(Object.keys(event).toSorted()).toEqual([
        'event',
        'hostname',
        'level',
        'msg',
        'pid',
        'reqId',
        'route',
        'time',
      ])
    await loggingShop.app.close()
  })

  it('[OP-3] has message and position of an error, without the row or the recipient that it quotes', async () => {
    const { shop: loggingShop, lines } = await shopWithLog()
    await makeListener(loggingShop, 'twice@x.test')
    const { query } = loggingShop.db
    const failure = await makeListener(loggingShop, 'twice@x.test').catch((error: unknown) => error)
    loggingShop.db.query = () => Promise.reject(failure)
    expect((await loggingShop.app.inject('/api/v2/menu/')).statusCode).toBe(500)
    loggingShop.db.query = query
    const text = lines.join('')
    expect(text).toContain('users_email')
    expect(text).not.toContain('twice@x.test')
    await loggingShop.app.close()
  })
})

it.each([
  ['/api/order-details/Vb0-_xY9Vb0-_xY9Vb0-_xY9/?a=b', '/api/order-details/…/'],
  ['/sign-up/abc%40x.test/', '/sign-up/…/'],
  [
    '/media/audio/0123456789abcdef0123456789abcdef.mp3?signature=x',
    '/media/audio/0123456789abcdef0123456789abcdef.mp3',
  ],
  ['/api/v2/product-details/12/', '/api/v2/product-details/12/'],
  ['/x/9876543210/', '/x/…/'],
  ['/a\r\nb/', '/…/'],
])('[OP-3] shows %s as %s', (url, shown) => {
  expect(shownPath(url)).toBe(shown)
})

it('[OP-3] masks addresses, numbers and tokens in messages, down to the cause', () => {
  const error = new Error('550 <a.b@x.test> refused', { cause: new Error(`+919876543210 and ${'t'.repeat(43)}`) })
  const shown = JSON.stringify(shownError(error))
  expect(shown).toContain('550 <…> refused')
  for (const secret of ['a.b@x.test', '9876543210', 't'.repeat(43)]) expect(shown).not.toContain(secret)
})
