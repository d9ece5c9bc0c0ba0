import { beforeEach, describe, expect, it } from 'vitest'
import { $session, endSession } from '#stores/accounts/session.ts'
import { $destination, resetSignIn } from '#stores/accounts/return-destination.ts'
import { $notice, clearNotice, LOADER_MS, signInForm } from '#stores/accounts/sign-in.ts'
import { makeListener, PASSWORD } from '../../api/support/personas.ts'
import { useShop } from '../../api/support/shop.ts'
import { refusal, useNetwork } from '../support/network.ts'

const shop = useShop('empty')
const network = useNetwork(shop)
const LOGIN = '/api/v1/login/'
let created = 0

async function newListener(): Promise<string> {
  const email = `listener${(created += 1)}@x.test`
  await makeListener(shop(), email)
  return email
}
function type(email: string, password: string): void {
  signInForm.change('email', email)
  signInForm.change('password', password)
}
async function submit(email: string, password: string): Promise<boolean> {
  type(email, password)
  return signInForm.submit()
}

beforeEach(() => {
  endSession()
  resetSignIn()
  clearNotice()
  signInForm.forget()
})

describe('a refused sign-in', () => {
  it.each([
    ['wrong', 'credentials'],
    ['x'.repeat(129), 'size'],
  ])('[SI-2] marks the password: %s', async (password, fault) => {
    expect(await submit(await newListener(), password)).toBe(false)
    expect(signInForm.$faults.get()).toEqual({ password: fault })
    expect(signInForm.$values.get().password).toBe(password)
    expect($session.get().state).not.toBe('in')
  })

  it('[SI-2] marks an address that the server refuses', async () => {
    network.troubles[LOGIN] = { status: 200, body: '{"status":"10"}' }
    await submit('asha@x.test', 'wrong')
    expect(signInForm.$faults.get()).toEqual({ email: 'email' })
  })

  it('[SI-2] shows as information that an account must be linked first', async () => {
    network.troubles[LOGIN] = { status: 200, body: '{"status":"5","message":"linkFirst"}' }
    await submit('asha@x.test', 'wrong')
    expect($notice.get()).toEqual({ code: 'linkFirst' })
    expect(signInForm.$faults.get()).toEqual({})
  })

  it.each([
    [refusal(500, 'internal'), 'internal'],
    [{ status: 502, body: '<html>bad gateway</html>' }, 'badReply'],
    ['cut' as const, 'offline'],
  ])('[SI-2] keeps the typed text when the reply is %j', async (trouble, fault) => {
    network.troubles[LOGIN] = trouble
    const email = await newListener()
    expect(await submit(email, PASSWORD)).toBe(false)
    expect(signInForm.$failure.get()).toBe(fault)
    expect(signInForm.$values.get()).toMatchObject({ email, password: PASSWORD })
    network.troubles = {}
    expect(await signInForm.submit()).toBe(true)
    expect($session.get().state).toBe('in')
  })
})

describe('an accepted sign-in', () => {
  it('[SI-2] is busy while a slow server answers, and at least for a second', async () => {
    let answer = (): void => undefined
    network.troubles[LOGIN] = { until: new Promise((done) => (answer = done)) }
    const started = performance.now()
    const submitted = submit(await newListener(), PASSWORD)
    await expect.poll(() => performance.now() - started, { timeout: 5_000 }).toBeGreaterThan(LOADER_MS + 200)
    expect(signInForm.$busy.get()).toBe(true)
    answer()
    expect(await submitted).toBe(true)
    expect($destination.get()).toEqual({ to: 'library' })
  })

  it('[SI-1] is sent once, however often the button is pressed', async () => {
    type(await newListener(), PASSWORD)
    expect(await Promise.all([signInForm.submit(), signInForm.submit()])).toEqual([true, false])
    expect(network.requests).toHaveLength(1)
  })

  it('[SI-3] redirects a listener of an institution to the language lab', async () => {
    const email = await newListener()
    await shop().db.query(
      `with made as (insert into institutes (key, name) values ('sahyadri', 'Sahyadri Institute') returning id)
       update users set institute_id = made.id from made where email = $1`,
      [email],
    )
    await submit(email, PASSWORD)
    expect($destination.get()).toEqual({ to: 'languageLab' })
  })
})
