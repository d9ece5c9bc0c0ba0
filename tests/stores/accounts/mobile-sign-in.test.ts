import { beforeEach, describe, expect, it } from 'vitest'
import { $destination, resetSignIn } from '#stores/accounts/return-destination.ts'
import {
  $mobileStep,
  $resendIn,
  codeForm,
  leaveMobile,
  numberForm,
  typeNumber,
} from '#stores/accounts/mobile-sign-in.ts'
import { endSession } from '#stores/accounts/session.ts'
import { advanceClock, sentTo } from '../../api/support/personas.ts'
import { useShop } from '../../api/support/shop.ts'
import { refusal, useNetwork } from '../support/network.ts'

const shop = useShop('empty')
const network = useNetwork(shop)
let number = 9_800_000_000

async function sendNumber(mobile = String((number += 1))): Promise<string> {
  typeNumber(mobile)
  await numberForm.submit()
  return mobile
}
const codeOf = async (mobile: string) => (await sentTo(shop(), `+91${mobile}`)).at(-1)?.body ?? ''
async function sendCode(otp: string): Promise<boolean> {
  codeForm.change('otp', otp)
  return codeForm.submit()
}

beforeEach(() => {
  endSession()
  resetSignIn()
  leaveMobile()
})

describe('signing in with a one-time code', () => {
  it('[SI-4] asks a new listener for a name, and redirects a registered one home', async () => {
    const mobile = await sendNumber()
    expect($mobileStep.get()).toBe('code')
    expect($resendIn.get()).toBe(60)
    expect(await sendCode(await codeOf(mobile))).toBe(true)
    expect($destination.get()).toEqual({ to: 'newProfile' })
    leaveMobile()
    advanceClock(shop(), 61)
    await sendNumber(mobile)
    await sendCode(await codeOf(mobile))
    expect($destination.get()).toEqual({ to: 'home' })
  })

  it('[SI-7] leads somebody new through the profile to the page that they came from', async () => {
    location.search = '?next=%2Fsubscribe%2F%3Fbuy%3D1'
    await sendCode(await codeOf(await sendNumber()))
    location.search = ''
    expect($destination.get()).toEqual({ to: 'newProfile', path: '/subscribe/?buy=1' })
  })

  it('[SI-4] marks a wrong code and keeps it in the field', async () => {
    const code = String((Number(await codeOf(await sendNumber())) + 1) % 1_000_000).padStart(6, '0')
    expect(await sendCode(code)).toBe(false)
    expect(codeForm.$faults.get()).toEqual({ otp: 'otp' })
    expect(codeForm.$values.get().otp).toBe(code)
  })

  it('[SI-4] marks a refused number', async () => {
    network.troubles['/send-otp/'] = refusal(403, 'refused')
    await sendNumber()
    expect(numberForm.$faults.get()).toEqual({ mobile: 'mobile' })
    expect($mobileStep.get()).toBe('number')
  })

  it('[SI-4] shows how long to wait for a second message', async () => {
    const mobile = await sendNumber()
    leaveMobile()
    await sendNumber(mobile)
    expect([numberForm.$failure.get(), numberForm.$wait.get()]).toEqual(['tooMany', 60])
  })

  it('[SI-4] keeps code and number when the server does not answer', async () => {
    const mobile = await sendNumber()
    network.troubles['/verify-otp/'] = 'cut'
    await sendCode('123456')
    expect([codeForm.$failure.get(), codeForm.$values.get().otp]).toEqual(['offline', '123456'])
    leaveMobile()
    network.troubles['/send-otp/'] = 'cut'
    await sendNumber(mobile)
    expect([numberForm.$failure.get(), numberForm.$values.get().mobile]).toEqual(['offline', mobile])
  })
})
