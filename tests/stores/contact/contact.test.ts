import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { HumanChallenge } from '#contract/contact.ts'
import { $captcha, tickCaptcha } from '#stores/captcha.ts'
import { announceSignOut, endSession } from '#stores/accounts/session.ts'
import { contactForm, fillInContact } from '#stores/contact/contact.ts'
import { solveCaptcha } from '../../api/support/captcha.ts'
import { buyer } from '../../api/support/cart.ts'
import { useShop } from '../../api/support/shop.ts'
import { refusal, useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

// A browser works the challenge out in workers, which are not here.
vi.mock('#client/captcha/proof-of-work.ts', () => ({
  solveChallenge: (challenge: HumanChallenge) => solveCaptcha(challenge),
}))

const shop = useShop('empty')
const network = useNetwork(shop)
const CONTACT = '/api/contact-us/'
const LETTER = {
  first_name: 'Asha',
  last_name: 'Joshi',
  mobile: '9876543210',
  email: 'asha@example.test',
  comments: 'Where is my plan?',
} as const

// The library reads the clock of the machine as well.
beforeAll(() => void (shop().clock.now = new Date()))
beforeEach(async () => {
  contactForm.forget()
  tickCaptcha(true)
  for (const [name, text] of Object.entries(LETTER)) contactForm.change(name as keyof typeof LETTER, text)
  await vi.waitUntil(() => $captcha.get().state === 'proved')
})
const sentMessages = () => network.requests.filter(({ path }) => path === CONTACT)

it('[AB-3] a message is sent once, however often the button is pressed, and the form is empty afterwards', async () => {
  expect(await Promise.all([contactForm.submit(), contactForm.submit()])).toEqual([true, false])
  expect(sentMessages()).toHaveLength(1)
  expect(contactForm.$values.get().comments).toBe('')
  expect($captcha.get().state).toBe('idle')
})

it.each([
  [refusal(429, 'tooMany'), 'tooMany'],
  [refusal(500, 'internal'), 'internal'],
  [{ status: 502, body: '<html>bad gateway</html>' }, 'badReply'],
  ['cut' as const, 'offline'],
])(
  '[AB-3] a message with the reply %j stays in the form, and is sent with a new captcha solution',
  async (trouble, fault) => {
    network.troubles[CONTACT] = trouble
    expect(await contactForm.submit()).toBe(false)
    expect(contactForm.$failure.get()).toBe(fault)
    expect(contactForm.$values.get()).toMatchObject(LETTER)
    network.troubles = {}
    expect(await contactForm.submit()).toBe(true)
    const [first, second] = sentMessages().map(({ body }) => (body as { altcha: string }).altcha)
    expect(first).not.toBe(second)
  },
)

it('[AD-4] a refused captcha solution is computed again', async () => {
  network.troubles['/api/human-challenge/'] = 'cut'
  $captcha.set({ state: 'proved', proof: btoa('{}'), until: Date.now() + 60_000 })
  expect(await contactForm.submit()).toBe(false)
  expect(contactForm.$faults.get()).toEqual({ altcha: 'humanCheck' })
  expect($captcha.get().state).toBe('idle')
})

it('[AB-3] who they are is filled in for a listener, beside what was typed, and goes with the sign-out', async () => {
  const listener = await buyer(shop())
  await beListener(listener)
  const [known] = await shop().db.query<{ last_name: string }>('select last_name from users where id = $1', [
    listener.id,
  ])
  contactForm.forget()
  contactForm.change('first_name', 'Typed')
  await fillInContact()
  expect(known?.last_name).not.toBe('')
  expect(contactForm.$values.get()).toMatchObject({ first_name: 'Typed', ...known, email: listener.email })
  announceSignOut()
  expect(contactForm.$values.get()).toMatchObject({ first_name: '', last_name: '', email: '' })
})

it('[AB-3] a guest is asked for their name, and nobody else is', async () => {
  endSession()
  contactForm.forget()
  network.requests.length = 0
  await fillInContact()
  expect(contactForm.$values.get().first_name).toBe('')
  expect(network.requests.filter(({ path }) => path.endsWith('/my-profile/'))).toEqual([])
})

it('[AB-3] a sign-out while the profile is on its way leaves the form empty', async () => {
  await beListener(await buyer(shop()))
  contactForm.forget()
  let letGo = (): void => undefined
  network.troubles['/my-profile/'] = { until: new Promise<void>((resolve) => (letGo = resolve)) }
  network.requests.length = 0
  const filled = fillInContact()
  await vi.waitUntil(() => network.requests.some(({ path }) => path.endsWith('/my-profile/')))
  endSession()
  announceSignOut()
  letGo()
  await filled
  network.troubles = {}
  expect(contactForm.$values.get()).toMatchObject({ first_name: '', email: '' })
})
