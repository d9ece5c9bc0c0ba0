import { expect, it, vi } from 'vitest'
import { buyer } from '../../api/support/cart.ts'
import { useShop } from '../../api/support/shop.ts'
import { useNetwork } from '../support/network.ts'

const shop = useShop()
const network = useNetwork(shop)

// The key of a browser does not outlive its modules here.
vi.mock('#client/accounts/session-encryption.ts', () => {
  const unchanged = (text: string) => Promise.resolve(text)
  return { encrypt: unchanged, decrypt: unchanged }
})

it('[GI-1] a press before the session of a listener is known sends the gift, and asks for no giver', async () => {
  const { beListener } = await import('../support/session.ts')
  await beListener(await buyer(shop()))
  // A page that is loaded anew has no memory but its storage.
  vi.resetModules()
  const { $session } = await import('#stores/accounts/session.ts')
  const { giftForm } = await import('#stores/gifts/gift-form.ts')
  const { submitGift } = await import('#stores/gifts/gift-draft.ts')
  const [plan] = await shop().db.query<{ variant: number }>('select variant from plans where can_purchase limit 1')
  const gift = { first_name: 'Mira', last_name: 'Marathe', email: 'mira@example.test', mobile: '9876511111' }
  for (const [name, text] of Object.entries({ ...gift, message: 'Hello', variant: String(plan?.variant) }))
    giftForm.change(name as keyof typeof gift, text)
  expect($session.get()).toEqual({ state: 'unknown' })
  // Two presses: the button does nothing yet that could be seen.
  await Promise.all([submitGift(), submitGift()])
  expect([giftForm.$faults.get(), giftForm.$failure.get()]).toEqual([{}, undefined])
  expect(network.requests.filter(({ path, body }) => path.endsWith('/cart/') && body !== undefined)).toHaveLength(1)
})
