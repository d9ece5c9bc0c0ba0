import { beforeEach, expect, it, vi } from 'vitest'
import { storageKeys } from '#contract/storage.ts'
import { $session, $signOuts, announceSignOut, beginSession, updateSession } from '#stores/accounts/session.ts'
import { contactForm } from '#stores/contact/contact.ts'
import { $reportQueue, $savedPositions, $speeds } from '#stores/listening/player-memory.ts'
import { call } from '#client/browser-call.ts'
import { myProfile } from '#contract/accounts/profile.ts'
import { buyer } from '../../api/support/cart.ts'
import { useShop } from '../../api/support/shop.ts'
import { useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

const shop = useShop()
useNetwork(shop)
type Person = Awaited<ReturnType<typeof buyer>>

// The key of a browser does not outlive its modules here.
vi.mock('#client/accounts/session-encryption.ts', () => {
  const unchanged = (text: string) => Promise.resolve(text)
  return { encrypt: unchanged, decrypt: unchanged }
})

const signIn = ({ token, email, id }: Person, isKnown = true) =>
  beginSession({ status: '1', token, email, ...(isKnown && { account_id: String(id) }) }, false)
const type = () => {
  contactForm.change('comments', 'mine')
  sessionStorage.setItem(storageKeys.giftDraft, 'mine')
}
const typed = () => [contactForm.$values.get().comments, sessionStorage.getItem(storageKeys.giftDraft)]

/** The server ends the session, and the page hears of it at the next call. */
async function expire({ id }: Person): Promise<void> {
  await shop().db.query('delete from sessions where user_id = $1', [id])
  await call(myProfile, {})
  expect($session.get().state).toBe('out')
}

let asha: Person
beforeEach(async () => {
  sessionStorage.clear()
  asha = await buyer(shop())
  await beListener(asha)
  type()
})

it('[SI-9] after the server ended a session, another account in the tab finds nothing, and the same one everything', async () => {
  await expire(asha)
  expect(typed()).toEqual(['mine', 'mine'])
  await signIn(asha)
  expect(typed()).toEqual(['mine', 'mine'])
  await expire(asha)
  const before = $signOuts.get()
  await signIn(await buyer(shop()))
  expect([typed(), $signOuts.get()]).toEqual([['', null], before + 1])
  expect($session.get().state).toBe('in')
  // It is theirs now, whose session ends as well.
  type()
  await signIn(await buyer(shop()))
  expect([typed(), $signOuts.get()]).toEqual([['', null], before + 2])
})

it('[SI-9] reports and places wait for the account whose session ended, and go when it logs out', async () => {
  const { followPlayer } = await import('#stores/listening/player/follow-player.ts')
  followPlayer()
  const report = { id: 'r1', who: String(asha.id), play: 'p1', at: 1, request: 'pause' as const, product: 1, track: 1 }
  const place = { who: String(asha.id), title: 1, track: 1, seconds: 7, at: 1 }
  const waiting = () => [
    $reportQueue.get().reports.map(({ id }) => id),
    $savedPositions.get().map(({ seconds }) => seconds),
  ]
  await expire(asha)
  $reportQueue.set({ reports: [report], maps: {} })
  $savedPositions.set([place])
  $speeds.set({ 1: 2 })
  await signIn(await buyer(shop()))
  expect([waiting(), $speeds.get()]).toEqual([[['r1'], [7]], {}])
  announceSignOut()
  expect(waiting()).toEqual([[], []])
})

it('[SI-9] a session of an older release, which has an address only, is of the same account', async () => {
  await signIn(asha, false)
  type()
  await updateSession({ userEmail: 'new@x.test' })
  await updateSession({ userEmail: asha.email })
  await expire(asha)
  await signIn(asha)
  expect(typed()).toEqual(['mine', 'mine'])
})

const storeSession = ({ token, email, id }: Person) => {
  const stored = { loginSuccess: true, token, userEmail: email, accountId: String(id) }
  localStorage.setItem(storageKeys.session, JSON.stringify(stored))
}

it.each(['in this tab', 'in another one'])(
  '[SI-9] a tab that was reloaded in between finds out that another account signed in %s',
  async (where) => {
    await expire(asha)
    const next = await buyer(shop())
    if (where === 'in another one') storeSession(next)
    vi.resetModules()
    const session = await import('#stores/accounts/session.ts')
    const { contactForm: form } = await import('#stores/contact/contact.ts')
    form.change('comments', 'typed before the session is known')
    const reply = { status: '1', token: next.token, email: next.email, account_id: String(next.id) } as const
    if (where === 'in this tab') await session.beginSession(reply, false)
    else await session.currentSession()
    expect(session.$session.get().state).toBe('in')
    expect(sessionStorage.getItem(storageKeys.giftDraft)).toBeNull()
    expect(form.$values.get().comments).toBe('typed before the session is known')
  },
)

it('[SI-9] a page that is opened while the session is unknown takes neither gift nor code of the account before', async () => {
  await expire(asha)
  sessionStorage.setItem(storageKeys.giftDraft, JSON.stringify({ values: { first_name: 'Mira' }, isReady: false }))
  sessionStorage.setItem(storageKeys.giftCode, 'ABCDE')
  storeSession(await buyer(shop()))
  vi.resetModules()
  const { openGiftDraft } = await import('#stores/gifts/gift-draft.ts')
  const { giftForm } = await import('#stores/gifts/gift-form.ts')
  const { $code, takeCode } = await import('#stores/gifts/redeem.ts')
  await Promise.all([openGiftDraft('', 'IN'), takeCode({ hash: '', search: '' })])
  expect([giftForm.$values.get().first_name, $code.get()]).toEqual(['', ''])
  // The code of a link is of whoever opened it.
  await takeCode({ hash: '#FGHIJ', search: '' })
  expect($code.get()).toBe('FGHIJ')
})
