import { atom } from 'nanostores'
import { object, string, validate, type Infer } from 'superstruct'
import { call } from '#client/browser-call.ts'
import { addGiftingUser, DELIVERY_TIME, deliveryFaults, GiftRecipient, GuestGiver } from '#contract/gifts/gifts.ts'
import { faultsOf, NotEmpty } from '#contract/fields/fields.ts'
import { stateFor } from '#contract/fields/states.ts'
import { zonesOf } from '#contract/time/time-zones.ts'
import type { Changed } from '../cart/cart-lines.ts'
import { createForm, type Sent } from '../form.ts'
import { phoneRules } from '../phone.ts'
import { uploadVoice } from './gift-voice.ts'
import { gifts, setGiftToken } from './giver-session.ts'
import { $session, currentSession } from '../accounts/session.ts'

const PATIENCE_MS = 30_000
const GIVER_PREFIX = 'sender_'
const GIVER = { first_name: '', last_name: '', email: '', country: 'IN', state: '', mobile: '' }

/** The giver is validated by its own struct, and only for a guest: a listener's details come from the profile. */
const giverTexts = {
  sender_first_name: string(),
  sender_last_name: string(),
  sender_email: string(),
  sender_country: string(),
  sender_state: string(),
  sender_mobile: string(),
}
/** `variant`: of the plan or title that is given. `title`: id of the title that the page was opened for, or empty. */
const Gift = object({
  ...giverTexts,
  ...GiftRecipient.schema,
  variant: NotEmpty,
  title: string(),
})
export type Gift = Infer<typeof Gift>
export type GiftField = keyof Gift
export type GiftValues = Record<GiftField, string>

const EMPTY: GiftValues = {
  sender_first_name: '',
  sender_last_name: '',
  sender_email: '',
  sender_country: GIVER.country,
  sender_state: '',
  sender_mobile: '',
  first_name: '',
  last_name: '',
  email: '',
  country: 'IN',
  mobile: '',
  message: '',
  deliver_on: '',
  deliver_time: '',
  time_zone: '',
  send_by: 'mail',
  occasion: 'thought',
  voice: '',
  spoken: '',
  variant: '',
  title: '',
}
export const isGiftField = (name: string): name is GiftField => Object.hasOwn(EMPTY, name)
const NAMES = Object.keys(EMPTY).filter(isGiftField)

/**
 * The form; or the summary of a gift whose cart is ready, with `values` as they were typed; or an earlier gift whose payment is still
 * pending.
 */
export type GiftStep =
  | { step: 'form'; wasCancelled?: true }
  | { step: 'summary'; gift: Gift; values: GiftValues }
  | { step: 'pending'; order: string }
export const $giftStep = atom<GiftStep>({ step: 'form' })
export const giftForm = createForm(Gift, EMPTY, send, () => ({ ...checkRecipient(), ...checkGiver() }))

export const readGift = (values: unknown): Gift | undefined => validate(values, Gift, { coerce: true })[1]

/** Back to the form with everything that was typed. */
export function changeGift(): void {
  const now = $giftStep.get()
  $giftStep.set({ step: 'form' })
  if (now.step === 'summary') for (const name of NAMES) giftForm.change(name, now.values[name])
}

/** `since`: fields that hold something else by now are kept. */
export function clearForm(since?: GiftValues): void {
  for (const name of NAMES)
    if (!since || giftForm.$values.get()[name] === since[name]) giftForm.change(name, EMPTY[name])
  giftForm.rest()
}

/** Another country clears the state. */
export function changeGiverCountry(country: string): void {
  giftForm.change('sender_country', country)
  if (country !== 'IN') giftForm.change('sender_state', '')
}

/** Where a country has one zone it is the recipient's; else that of whoever chooses. */
function usualZone(country: string): string {
  const zones = zonesOf(country)
  return (zones.length === 1 && zones[0]) || new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The zone follows the recipient, unless another one was chosen by hand. */
export function changeRecipientCountry(country: string): void {
  const { country: before, time_zone: zone } = giftForm.$values.get()
  giftForm.change('country', country)
  if (zone && zone === usualZone(before)) giftForm.change('time_zone', usualZone(country))
}

/** A day gets an hour and a zone, which the giver may change. */
export function changeDay(day: string): void {
  const { country, deliver_time: time, time_zone: zone } = giftForm.$values.get()
  giftForm.change('deliver_on', day)
  if (day && !time) giftForm.change('deliver_time', DELIVERY_TIME)
  if (day && !zone) giftForm.change('time_zone', usualZone(country))
}

/** Another way or another hour may be right for a field that was faulty. */
export function changeArrival(name: 'send_by' | 'deliver_time' | 'time_zone', text: string): void {
  giftForm.change(name, text)
  for (const field of name === 'send_by' ? ['email', 'mobile'] : ['deliver_on']) giftForm.forgive(field)
}

function checkRecipient(): Record<string, string> {
  const { email, mobile, send_by: way } = giftForm.$values.get()
  if (way === 'link') return {}
  return { ...(email.trim() === '' && { email: 'required' }), ...(mobile.trim() === '' && { mobile: 'required' }) }
}

const giverIn = (values: GiftValues) => ({
  first_name: values.sender_first_name,
  last_name: values.sender_last_name,
  email: values.sender_email,
  country: values.sender_country,
  state: values.sender_state,
  mobile: values.sender_mobile,
})
const named = (faults: Record<string, string>) =>
  Object.fromEntries(Object.entries(faults).map(([name, fault]) => [GIVER_PREFIX + name, fault]))

function checkGiver(): Record<string, string> {
  if ($session.get().state === 'in') return {}
  const giver = giverIn(giftForm.$values.get())
  const [error] = validate(giver, GuestGiver, { coerce: true })
  const lacksState = stateFor(giver.country, giver.state) === undefined
  return named({ ...(error && faultsOf(error)), ...(lacksState && { state: 'required' }) })
}

/** The giver, as JSON, that the gift token of this tab belongs to. */
let introduced = ''

/** Registers a guest for this one gift; again only after their details changed. */
async function registerGiver(values: GiftValues): Promise<Sent> {
  const [error, giver] = validate(giverIn(values), GuestGiver, { coerce: true })
  if (error) return { ok: false, fault: 'badInput', fields: named(faultsOf(error)) }
  const mark = JSON.stringify(giver)
  if (mark === introduced) return { ok: true }
  const result = await call(addGiftingUser, giver, AbortSignal.timeout(PATIENCE_MS))
  if (!result.ok) return { ...result, ...(result.fields && { fields: named(result.fields) }) }
  setGiftToken(result.value.token)
  introduced = mark
  return { ok: true }
}

export function clearGiftToken(): void {
  introduced = ''
  setGiftToken(undefined)
}

/** The gift cart may hold lines of an earlier gift: these are removed. */
async function fillCart(variant: number): Promise<Changed> {
  gifts.forget()
  await gifts.load()
  const now = gifts.$cart.get()
  if (now.state !== 'ready') return { ok: false, fault: now.state === 'failed' ? now.fault : 'offline' }
  const lines = now.cart?.lines ?? []
  for (const line of lines.filter((other) => other.variant !== variant)) {
    const gone = await gifts.remove(line.variant)
    if (!gone.ok) return gone
  }
  return lines.some((line) => line.variant === variant) ? { ok: true } : gifts.add(variant)
}

async function prepare(values: GiftValues, variant: number): Promise<Sent> {
  const session = await currentSession()
  const giver: Sent = session ? { ok: true } : await registerGiver(values)
  const voice: Sent = giver.ok ? await sendVoice(values, session ? session.accountId : introduced) : giver
  return voice.ok ? fillCart(variant) : voice
}

/** What was recorded belongs to this giver; its id comes into the gift. */
async function sendVoice(values: GiftValues, giver: string): Promise<Sent> {
  const sent = await uploadVoice(giver)
  if (sent.ok && sent.voice) {
    values.voice = sent.voice
    giftForm.change('voice', sent.voice)
  }
  return sent
}

/** Numbers and the day are checked before anything is sent. The rules load at the first send; when they cannot, the server checks. */
async function faultsOfSend(gift: Gift, isGuest: boolean): Promise<Sent | undefined> {
  const rules = await phoneRules()
  const fields = {
    ...(rules && gift.mobile && !rules.isPhone(gift.mobile, gift.country) && { mobile: 'giftMobile' }),
    ...(isGuest && rules && !rules.isPhone(gift.sender_mobile, gift.sender_country) && { sender_mobile: 'giftMobile' }),
    ...deliveryFaults(gift, new Date()),
  }
  return Object.keys(fields).length > 0 ? { ok: false, fault: 'badInput', fields } : undefined
}

let opened: Promise<unknown> = Promise.resolve()
/** A gift is sent when the page knows what became of the one before: until then its cart and its token may be those of that one. */
export function sendAfter(opening: Promise<unknown>): void {
  opened = opening.catch(() => undefined)
}

async function send(typed: Gift): Promise<Sent> {
  const values = { ...giftForm.$values.get() }
  await opened
  // The page shows that the gift before is still being paid.
  if ($giftStep.get().step !== 'form') return { ok: true }
  // A link needs neither; what was typed before the giver chose it stays in the form.
  const gift = typed.send_by === 'link' ? { ...typed, email: '', mobile: '' } : typed
  const isGuest = !(await currentSession())
  const refused = await faultsOfSend(gift, isGuest)
  if (refused) return refused
  let result = await prepare(values, Number(gift.variant))
  if (!result.ok && result.fault === 'signedOut' && isGuest) {
    // The gift token of a guest is valid for a day.
    clearGiftToken()
    result = await prepare(values, Number(gift.variant))
  }
  if (result.ok) $giftStep.set({ step: 'summary', gift: { ...gift, voice: values.voice }, values })
  return result
}
