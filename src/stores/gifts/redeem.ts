import { atom } from 'nanostores'
import { object } from 'superstruct'
import { call } from '#client/browser-call.ts'
import { saveInTab, takeFromTab } from '#client/tab-storage.ts'
import { lookAtGift, redeemGift } from '#contract/gifts/gifts.ts'
import { asciiDigits } from '#contract/text/digits.ts'
import { field, required } from '#contract/fields/fields.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { plainLine } from '#contract/text/plain-text.ts'
import { storageKeys } from '#contract/storage.ts'
import { createForm, type Sent } from '../form.ts'
import { forgetTitles } from '../listening/player/title.ts'
import { refreshPlan } from '../plans/plan.ts'
import { $session, $signOuts, currentSession } from '../accounts/session.ts'

const PATIENCE_MS = 30_000
/** With or without separators. */
const Code = field((text) => asciiDigits(plainLine(text)), required, [
  'size',
  (text) => text.replace(/[^0-9A-Za-z]/g, '').length === 20,
])

export type Opened = ReplyOf<typeof redeemGift>['data']
/** Of the link, or waiting in this tab. */
export const $code = atom('')
/** Its recipient pressed to begin before they signed in. */
export const $isBegun = atom(false)
export const $opened = atom<Opened | undefined>(undefined)
export const redeemForm = createForm(object({ code: Code }), { code: '' }, sendCode)

const OF_THE_CODE = new Set(['gift', 'notYet', 'alreadyOwned', 'tooMany'])

const refused = <Result extends { fault: string }>(result: Result) => ({
  ...result,
  ...(OF_THE_CODE.has(result.fault) && { fields: { code: result.fault } }),
})

/** Makes the gift the listener's; what shows it is left alone. */
export async function takeGift(code: string): Promise<{ ok: true; opened: Opened } | (Sent & { ok: false })> {
  const result = await call(redeemGift, { code }, AbortSignal.timeout(PATIENCE_MS))
  if (!result.ok) return refused(result)
  forgetTitles()
  // The gift may be a plan.
  void refreshPlan()
  return { ok: true, opened: result.value.data }
}

export function showOpened(opened: Opened): void {
  $opened.set(opened)
  forgetCode()
}

/** A typed code is the listener's gift at once; a guest sees the card that its link shows. */
async function sendCode({ code }: { code: string }): Promise<Sent | undefined> {
  if (!(await currentSession())) {
    const seen = await call(lookAtGift, { code }, AbortSignal.timeout(PATIENCE_MS))
    if (seen.ok) useCode(code)
    return seen.ok ? { ok: true } : refused(seen)
  }
  const before = $signOuts.get()
  const result = await takeGift(code)
  if ($signOuts.get() !== before) return undefined
  if (!result.ok) return result
  showOpened(result.opened)
  return { ok: true }
}

function useCode(code: string): void {
  saveInTab(storageKeys.giftCode, code)
  $code.set(code)
}

/** The code from the fragment of the mailed link, or the one that was stored in this tab during the sign-in. */
export async function takeCode({ hash, search }: Pick<Location, 'hash' | 'search'>): Promise<void> {
  // A tab that held the data of another listener is emptied first.
  await currentSession()
  $isBegun.set(new URLSearchParams(search).has('begin'))
  // `#content`: the link that leads past the menu.
  const [, fromLink] = /^#(?!content$)([\w-]{1,40})$/.exec(hash) ?? []
  const code = fromLink ?? takeFromTab(storageKeys.giftCode)
  if (!code) return
  forgetOpened()
  useCode(code)
}

export function forgetCode(): void {
  takeFromTab(storageKeys.giftCode)
  $code.set('')
}

/** Back to the empty form. */
export function forgetOpened(): void {
  $opened.set(undefined)
  redeemForm.rest()
}

$session.listen(({ state }) => {
  if (state === 'out') $opened.set(undefined)
})
// One press of the next listener would make the gift theirs.
$signOuts.listen(() => {
  forgetCode()
  $isBegun.set(false)
  $opened.set(undefined)
  redeemForm.forget()
})
