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

const GIFT = { first_name: 'Mira', last_name: 'Marathe', email: 'mira@example.test', mobile: '9876511111' }

async function fillGift(): Promise<void> {
  const { giftForm } = await import('#stores/gifts/gift-form.ts')
  const [plan] = await shop().db.query<{ variant: number }>('select variant from plans where can_purchase limit 1')
  for (const [name, text] of Object.entries({ ...GIFT, message: 'Hello', variant: String(plan?.variant) }))
    giftForm.change(name as keyof typeof GIFT, text)
}

/** A page of gifts that is loaded anew: it has no memory but its storage. */
async function loadGiftPage() {
  vi.resetModules()
  const { $giftStep, changeGift, giftForm } = await import('#stores/gifts/gift-form.ts')
  const { openGift, submitGift } = await import('#stores/gifts/gift-draft.ts')
  const { giftPayForm } = await import('#stores/gifts/gift-payment.ts')
  await openGift('', 'IN')
  return { $giftStep, changeGift, giftForm, giftPayForm, submitGift }
}

it('[GI-1] a press before the session of a listener is known sends the gift, and asks for no giver', async () => {
  const { beListener } = await import('../support/session.ts')
  await beListener(await buyer(shop()))
  // A page that is loaded anew has no memory but its storage.
  vi.resetModules()
  const { $session } = await import('#stores/accounts/session.ts')
  const { giftForm } = await import('#stores/gifts/gift-form.ts')
  const { submitGift } = await import('#stores/gifts/gift-draft.ts')
  await fillGift()
  expect($session.get()).toEqual({ state: 'unknown' })
  // Two presses: the button does nothing yet that could be seen.
  await Promise.all([submitGift(), submitGift()])
  expect([giftForm.$faults.get(), giftForm.$failure.get()]).toEqual([{}, undefined])
  expect(network.requests.filter(({ path, body }) => path.endsWith('/cart/') && body !== undefined)).toHaveLength(1)
})

it.each([
  ['what was typed over a gift', 'nephew@example.test', 'nephew@example.test'],
  ['a gift that is not touched again', GIFT.email, ''],
])('[GI-1] once an order is paid from elsewhere, of %s the form holds what is right', async (_what, typed, held) => {
  const { beListener } = await import('../support/session.ts')
  await beListener(await buyer(shop()))
  const page = await loadGiftPage()
  await fillGift()
  expect(await page.submitGift()).toBe(true)
  page.giftPayForm.change('terms', 'yes')
  await page.giftPayForm.submit()
  // Back from the gateway without having paid.
  const again = await loadGiftPage()
  expect(again.giftForm.$values.get().email).toBe(GIFT.email)
  again.changeGift()
  again.giftForm.change('email', typed)
  await shop().db.query(`update orders set status = 'paid' where is_gift and status = 'open'`)
  const later = await loadGiftPage()
  expect([later.$giftStep.get().step, later.giftForm.$values.get().email]).toEqual(['form', held])
  // The next page knows nothing of that order any more.
  const last = await loadGiftPage()
  expect(last.giftForm.$values.get().email).toBe(held)
})
