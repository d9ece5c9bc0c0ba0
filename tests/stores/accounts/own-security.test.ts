import { expect, it, vi } from 'vitest'
import { $security, $securityNotice, addOwnPasskey, loadSecurity } from '#stores/accounts/security/own-security.ts'
import { buyer } from '../../api/support/cart.ts'
import { advanceClock, PASSWORD } from '../../api/support/personas.ts'
import { useShop } from '../../api/support/shop.ts'
import { useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

vi.mock('#client/accounts/passkeys.ts', () => ({
  hasPasskeys: () => true,
  makePasskey: async () => ({ ok: false, fault: 'passkeyCancelled' }),
}))

const shop = useShop('empty')
useNetwork(shop)

it('[RM-8] whoever looks at their passkeys until the sign-in is too old is asked for the password', async () => {
  await beListener(await buyer(shop()))
  await loadSecurity()
  expect($security.get()).toMatchObject({ isFresh: true })
  advanceClock(shop(), 15 * 60 + 1)
  await addOwnPasskey('Phone')
  expect($security.get()).toMatchObject({ isFresh: false })
  expect($securityNotice.get()).toEqual({ fault: 'passwordAsked' })
  await addOwnPasskey('Phone', 'wrong')
  expect($securityNotice.get()).toEqual({ fault: 'password' })
  await addOwnPasskey('Phone', PASSWORD)
  expect($securityNotice.get()).toEqual({ fault: 'passkeyCancelled' })
})

it('[RM-8] whoever has no password and looks until the sign-in is too old is asked to sign in again', async () => {
  const who = await buyer(shop())
  await shop().db.query('update users set password_hash = null where id = $1', [who.id])
  await beListener(who)
  await loadSecurity()
  advanceClock(shop(), 15 * 60 + 1)
  await addOwnPasskey('Phone')
  expect($security.get()).toMatchObject({ isFresh: false })
  expect($securityNotice.get()).toEqual({ fault: 'signInAgain' })
})
