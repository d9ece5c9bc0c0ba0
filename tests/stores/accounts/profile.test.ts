import { expect, it } from 'vitest'
import {
  $profileMode,
  $profileNotice,
  askForProfile,
  cancelProfile,
  changeProfileCountry,
  loadProfile,
  profileForm,
  showProfile,
} from '#stores/accounts/profile.ts'
import { beginSession, endSession } from '#stores/accounts/session.ts'
import { signedIn } from '../../api/support/listening.ts'
import { useShop } from '../../api/support/shop.ts'
import { refusal, useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

const shop = useShop('empty')
const network = useNetwork(shop)

it('[PR-3] a profile that is saved before the rules of phone numbers have loaded has its number with the code of its country', async () => {
  await beListener({ ...(await signedIn(shop())), email: 'asha@x.test' })
  await loadProfile()
  showProfile('edit')
  profileForm.change('mobile', '9876543210')
  // Not awaited: the rules load meanwhile, as on a slow line.
  const written = changeProfileCountry('US')
  expect(profileForm.$values.get()).toMatchObject({ country: 'US', state: '', mobile: '9876543210' })
  expect(await profileForm.submit()).toBe(true)
  await written
  expect(profileForm.$faults.get()).toEqual({})
  expect($profileNotice.get()).toBe('saved')
  const saved = network.requests.find(({ path }) => path === '/api/v2/my-profile/')
  expect(saved?.body).toMatchObject({ country: 'US', mobile: '+919876543210' })
})

it('[PR-3] what was typed into the profile that a purchase asks for stays when the server ends the session, for its listener alone', async () => {
  const [asha, other] = [await signedIn(shop()), await signedIn(shop())]
  const form = async (one: typeof asha, email: string) => {
    await beListener({ ...one, email })
    await loadProfile()
    askForProfile('/checkout/')
    return profileForm.$values.get()
  }
  const { first_name: known } = await form(asha, 'asha@x.test')
  profileForm.change('first_name', 'Ashalata')
  endSession()
  expect(profileForm.$values.get().first_name).toBe('')
  expect((await form(other, 'other@x.test')).first_name).toBe(known)
  endSession()
  expect((await form(asha, 'asha@x.test')).first_name).toBe('Ashalata')
})

it('[PR-3] what was typed into the own profile stays when the server ends the session at the press, until it is cancelled', async () => {
  const [asha, other] = [await signedIn(shop()), await signedIn(shop())]
  const form = async ({ id, token }: typeof asha, email: string) => {
    await beginSession({ status: '1', account_id: String(id), token, email }, false)
    await loadProfile()
    showProfile('edit')
    return [profileForm.$values.get().first_name, profileForm.$failure.get()]
  }
  const [known] = await form(asha, 'asha@x.test')
  profileForm.change('first_name', 'Ashalata')
  profileForm.change('mobile', '9876543210')
  network.troubles['/api/v2/my-profile/'] = refusal(401, 'signedOut')
  expect(await profileForm.submit()).toBe(false)
  expect([$profileMode.get(), profileForm.$failure.get()]).toEqual(['closed', 'signedOut'])
  expect(await form(other, 'other@x.test')).toEqual([known, undefined])
  endSession()
  expect(await form(asha, 'asha@x.test')).toEqual(['Ashalata', undefined])
  cancelProfile()
  showProfile('edit')
  expect(profileForm.$values.get().first_name).toBe(known)
})

it('[PR-5] that an account was erased stays readable when its session ends, and is not said to whoever signs in next', async () => {
  await beListener({ ...(await signedIn(shop())), email: 'asha@x.test' })
  showProfile('erased')
  endSession()
  expect($profileMode.get()).toBe('erased')
  await beListener({ ...(await signedIn(shop())), email: 'other@x.test' })
  expect($profileMode.get()).toBe('closed')
})
