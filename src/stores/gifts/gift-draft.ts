import { boolean, object, optional, record, string, validate, type Infer } from 'superstruct'
import { call } from '#client/browser-call.ts'
import { readFromTab, saveInTab, takeFromTab } from '#client/tab-storage.ts'
import { cancelGiftOrder } from '#contract/gifts/gifts.ts'
import { orderDetails, type Order } from '#contract/orders/orders.ts'
import { storageKeys } from '#contract/storage.ts'
import { $signOuts, currentSession } from '../accounts/session.ts'
import type { Changed } from '../cart/cart-lines.ts'
import { $giftTitle, loadGiftTitle } from './gift-title.ts'
import {
  $giftStep,
  changeGift,
  clearForm,
  clearGiftToken,
  giftForm,
  isGiftField,
  readGift,
  sendAfter,
  type GiftValues,
} from './gift-form.ts'
import { $giftVoice, forgetVoice, type GiftVoice } from './gift-voice.ts'
import { gifts } from './giver-session.ts'

const Values = record(string(), string())
/**
 * Outlives a reload and the way to the gateway and back. `order`: its token, once there is one; `ordered`: the values of then;
 * `hasNextVoice`: the voice of this tab was recorded since.
 */
const Draft = object({
  ...{ values: Values, isReady: boolean() },
  ...{ order: optional(string()), ordered: optional(Values), hasNextVoice: optional(boolean()) },
})
type Draft = Infer<typeof Draft>

let order: string | undefined
let ordered: Draft['values'] | undefined
let hasNextVoice = false
/** Until the draft of the earlier visit is read, it must not be overwritten by what the browser put into the fields again. */
let isOpen = false

function remember(values: Partial<GiftValues>, isReady: boolean): void {
  saveInTab(storageKeys.giftDraft, JSON.stringify({ values, isReady, ...(order && { order, ordered, hasNextVoice }) }))
}

function recall(): Draft | undefined {
  try {
    return validate(JSON.parse(readFromTab(storageKeys.giftDraft) ?? ''), Draft)[1]
  } catch {
    return undefined
  }
}

giftForm.$values.listen((values) => {
  if (isOpen && $giftStep.get().step === 'form') remember(values, false)
})
$giftStep.listen((now) => {
  if (now.step === 'summary') remember(now.values, true)
})

/** Recorded for the gift of this tab: it outlives a reload as the texts do. Only who records loads what it needs. */
let savedFile: Blob | undefined
$giftVoice.listen((voice) => {
  if (!voice) takeFromTab(storageKeys.giftVoice)
  const file = voice?.file
  hasNextVoice = file !== undefined && order !== undefined && (hasNextVoice || file !== savedFile)
  if (order && isOpen && $giftStep.get().step === 'form') remember(giftForm.$values.get(), false)
  if (file && file !== savedFile)
    void import('./saved-voice.ts').then(({ saveVoice }) => saveVoice(file, () => $giftVoice.get()?.file === file))
  savedFile = file
})

/** A voice that found no room is told: nobody sends a gift without it unawares. */
async function recallVoice(): Promise<void> {
  if ($giftVoice.get() || !readFromTab(storageKeys.giftVoice)) return
  const { readVoice } = await import('./saved-voice.ts')
  const voice = await readVoice()
  if (voice === 'lost') return giftForm.blame('voice', 'voiceGone')
  savedFile = voice?.file
  if (!$giftVoice.get()) $giftVoice.set(voice)
}

/** From now on, opening this page first asks for the state of the order. */
export function rememberOrder(token: string): void {
  const now = $giftStep.get()
  order = token
  if (now.step !== 'summary') return
  ordered = now.values
  hasNextVoice = false
  remember(now.values, true)
}

/** `query`: of the address; `country`: whose prices the pages show. A press on "go on" meanwhile waits for the end. */
export function openGiftDraft(query: string, country: string): Promise<void> {
  const opening = open(query, country)
  sendAfter(opening)
  return opening
}

/**
 * Sends the form once it is known who gives: a press may come before, and a listener has no fields of a giver that could be
 * checked. Returns whether it was accepted.
 */
export async function submitGift(): Promise<boolean> {
  await currentSession()
  return giftForm.submit()
}

async function open(query: string, country: string): Promise<void> {
  // A tab that held the data of another listener is emptied first.
  await currentSession()
  const draft = recall()
  isOpen = true
  const asked = new URLSearchParams(query).get('title') ?? ''
  order = draft?.order
  ordered = draft?.ordered
  hasNextVoice = draft?.hasNextVoice ?? false
  const payment = await paymentOf(order)
  if (payment === 'pending') return $giftStep.set({ step: 'pending', order: order ?? '' })
  const isOver = payment !== undefined && OVER.has(payment)
  if (isOver) {
    emptyGift(left)
    remember(giftForm.$values.get(), false)
  }
  changeGift()
  giftForm.fill({ sender_country: country, country, ...((!isOver || isNextGift(draft)) && draft?.values) })
  const before = giftForm.$values.get().title
  await recallVoice()
  await chooseTitle(asked || before)
  if (draft?.isReady && !isOver && (!asked || asked === before)) await showSummary(draft)
}

/** What the form held when its page was left: all else was typed since. */
let left: { values: GiftValues; voice: GiftVoice | undefined } = { values: giftForm.empty, voice: undefined }
export function leaveGift(): void {
  left = { values: giftForm.$values.get(), voice: $giftVoice.get() }
}

/** What was typed over the gift that is ordered, while its payment was open, is of the next one. */
const isNextGift = (draft: Draft | undefined): boolean =>
  Object.entries(draft?.ordered ?? {}).some(([name, text]) => draft?.values[name] !== text)

const OVER = new Set<Order['payment']>(['paid', 'held', 'refunded'])

/** Payment state of the order of this tab; undefined without an order, or when it cannot be loaded. */
async function paymentOf(token: string | undefined): Promise<Order['payment'] | undefined> {
  const result = token ? await call(orderDetails, { token }) : undefined
  return result?.ok ? result.value.data[0]?.payment : undefined
}

async function chooseTitle(wanted: string): Promise<void> {
  const id = Number(wanted)
  if (!Number.isInteger(id) || id < 1) return $giftTitle.set({ state: 'none' })
  const { variant } = giftForm.$values.get()
  const title = await loadGiftTitle(id)
  const now = giftForm.$values.get()
  if (!title || now.title === wanted) return
  giftForm.change('title', wanted)
  // Who chose while the title was loading has chosen.
  if (now.variant === variant) giftForm.change('variant', String(title.variant))
}

/** After a failed request. */
export const retryTitle = (id: number): Promise<void> => chooseTitle(String(id))

const isInForm = (saved: Draft['values']): boolean =>
  Object.entries(saved).every(([name, text]) => !isGiftField(name) || giftForm.$values.get()[name] === text)

/** Only if the gift cart still holds the gift. */
async function showSummary(draft: Draft): Promise<void> {
  const values = { ...giftForm.$values.get() }
  const gift = readGift(values)
  if (!gift) return
  await gifts.load()
  // Who types or presses meanwhile wants another gift than that one.
  if (giftForm.$busy.get() || !isInForm(draft.values)) return
  const now = gifts.$cart.get()
  const isHeld = now.state === 'ready' && now.cart?.lines.some(({ variant }) => String(variant) === gift.variant)
  if (isHeld || (now.state === 'failed' && now.fault !== 'signedOut')) $giftStep.set({ step: 'summary', gift, values })
}

/** Cancels an unpaid gift on the server too (attack case 48), then removes it from this browser. */
export async function cancelGift(): Promise<Changed> {
  const now = gifts.$cart.get()
  const token = (now.state === 'ready' ? now.cart?.token : undefined) ?? order
  const result = token ? await call(cancelGiftOrder, { token }) : { ok: true as const }
  if (!result.ok && result.fault !== 'notFound' && result.fault !== 'signedOut') return result
  emptyGift()
  $giftStep.set({ step: 'form', wasCancelled: true })
  return { ok: true }
}

/** `since`: only what is still as it was then; what was typed later is of the next gift. */
function emptyGift(since?: typeof left): void {
  const isOfNext = since && (hasNextVoice || $giftVoice.get() !== since.voice)
  order = ordered = undefined
  hasNextVoice = false
  $giftStep.set({ step: 'form' })
  clearForm(since?.values)
  clearGiftToken()
  gifts.forget()
  $giftTitle.set({ state: 'none' })
  takeFromTab(storageKeys.giftDraft)
  if (isOfNext) return
  forgetVoice()
  takeFromTab(storageKeys.giftVoice)
}

$signOuts.listen(() => emptyGift())
