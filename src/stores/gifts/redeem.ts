import { atom } from 'nanostores'
import { object } from 'superstruct'
import { call } from '#client/browser-call.ts'
import { saveInTab, takeFromTab } from '#client/tab-storage.ts'
import { redeemGift } from '#contract/gifts.ts'
import { asciiDigits } from '#contract/digits.ts'
import { field, required } from '#contract/fields.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { plainLine } from '#contract/plain-text.ts'
import { storageKeys } from '#contract/storage.ts'
import { createForm, type Sent } from '../form.ts'
import { forgetTitles } from '../listening/player/title.ts'
import { refreshPlan } from '../plans/plan.ts'
import { $session } from '../accounts/session.ts'

const PATIENCE_MS = 30_000
/** With or without separators. */
const Code = field((text) => asciiDigits(plainLine(text)), required, [
  'size',
  (text) => text.replace(/[^0-9A-Za-z]/g, '').length === 20,
])

export type Opened = ReplyOf<typeof redeemGift>['data']
/** Of the link, or waiting in this tab. */
export const $code = atom('')
export const $opened = atom<Opened | undefined>(undefined)
export const redeemForm = createForm(object({ code: Code }), { code: '' }, redeem)

const OF_THE_CODE = new Set(['gift', 'notYet', 'alreadyOwned', 'tooMany'])

export async function redeem({ code }: { code: string }): Promise<Sent> {
  const result = await call(redeemGift, { code }, AbortSignal.timeout(PATIENCE_MS))
  if (result.ok) {
    $opened.set(result.value.data)
    forgetCode()
    forgetTitles()
    // The gift may be a plan.
    void refreshPlan()
    return { ok: true }
  }
  return { ...result, ...(OF_THE_CODE.has(result.fault) && { fields: { code: result.fault } }) }
}

/** The code from the fragment of the mailed link, or the one that was stored in this tab during the sign-in. */
export function takeCode(hash: string): void {
  const [, fromLink] = /^#([\w-]{1,40})$/.exec(hash) ?? []
  const code = fromLink ?? takeFromTab(storageKeys.giftCode)
  if (!code) return
  forgetOpened()
  saveInTab(storageKeys.giftCode, code)
  $code.set(code)
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
