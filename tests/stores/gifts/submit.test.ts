import { expect, it, vi } from 'vitest'
import { storageKeys } from '#contract/storage.ts'
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
  const { $giftVoice } = await import('#stores/gifts/gift-voice.ts')
  const { $giftStep, changeGift, giftForm } = await import('#stores/gifts/gift-form.ts')
  const { openGiftDraft, submitGift } = await import('#stores/gifts/gift-draft.ts')
  const { giftPayForm } = await import('#stores/gifts/gift-payment.ts')
  await openGiftDraft('', 'IN')
  return { $giftStep, $giftVoice, changeGift, giftForm, giftPayForm, submitGift }
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

/** As browsers have it. */
class TextReader extends EventTarget {
  result = ''
  async readAsDataURL(file: Blob): Promise<void> {
    this.result = `data:${file.type};base64,${btoa(await file.text())}`
    this.dispatchEvent(new Event('load'))
  }
}
/** Of a browser that cannot play the file. */
class DeafContext {
  decodeAudioData = () => Promise.reject(new Error('unknown format'))
  close = () => Promise.resolve()
}

it.each([
  ['recorded after the order stays for the next gift', true],
  ['of the ordered gift goes with it', false],
])('[GI-1] once an order is paid from elsewhere, a voice %s', async (_what, isRecordedLater) => {
  sessionStorage.clear()
  vi.stubGlobal('FileReader', TextReader)
  vi.stubGlobal('AudioContext', DeafContext)
  const { beListener } = await import('../support/session.ts')
  await beListener(await buyer(shop()))
  const record = async ({ $giftVoice }: Awaited<ReturnType<typeof loadGiftPage>>, words: string) => {
    $giftVoice.set({ file: new Blob([words], { type: 'audio/webm' }) })
    await vi.waitFor(() => expect(sessionStorage.getItem(storageKeys.giftVoice)).toContain(btoa(words)))
  }
  const page = await loadGiftPage()
  await fillGift()
  // It is sent without the voice: what this tab remembers of it is tried here.
  expect(await page.submitGift()).toBe(true)
  if (!isRecordedLater) await record(page, 'of the first gift')
  page.giftPayForm.change('terms', 'yes')
  await page.giftPayForm.submit()
  const again = await loadGiftPage()
  again.changeGift()
  if (isRecordedLater) await record(again, 'of the next gift')
  // A change of a text afterwards, and another look at the page.
  again.giftForm.change('message', 'Another one')
  await loadGiftPage()
  await shop().db.query(`update orders set status = 'paid' where is_gift and status = 'open'`)
  const later = await loadGiftPage()
  expect(await later.$giftVoice.get()?.file.text()).toBe(isRecordedLater ? 'of the next gift' : undefined)
  expect(sessionStorage.getItem(storageKeys.giftVoice) !== null).toBe(isRecordedLater)
})

it('[GI-1] a gift that is cancelled with its voice leaves nothing in the tab', async () => {
  vi.stubGlobal('FileReader', TextReader)
  sessionStorage.clear()
  const { beListener } = await import('../support/session.ts')
  await beListener(await buyer(shop()))
  const page = await loadGiftPage()
  const { cancelGift } = await import('#stores/gifts/gift-draft.ts')
  await fillGift()
  page.$giftVoice.set({ file: new Blob(['hello'], { type: 'audio/webm' }) })
  expect(await cancelGift()).toEqual({ ok: true })
  expect([storageKeys.giftDraft, storageKeys.giftVoice].map((key) => sessionStorage.getItem(key))).toEqual([null, null])
})
