import { call } from '#client/browser-call.ts'
import { canSaveOffline, requestPersistentStorage } from '#client/offline/offline-copies.ts'
import { readOfflineTitle, takeServerTime, writeLease, writeOfflineTitle } from '#client/offline/offline-titles.ts'
import { withLock } from '#client/with-lock.ts'
import { productDetails } from '#contract/catalog/catalog.ts'
import type { Edition } from '#contract/listening/editions.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { Locale } from '#contract/text/locale.ts'
import { offlineLeases } from '#contract/offline/offline-leases.ts'
import type { OfflineTitle } from '#contract/offline/offline-titles.ts'
import { nameOrEnglish } from '#contract/text/translation.ts'
import type { SaveFault } from '../offline-copies.ts'
import { saveTitleReply } from '../offline-replies.ts'
import { resumeDownloads, stopDownload } from './download.ts'
import { changeTitle } from './remove.ts'
import { loadTitles, titlesChanged } from './state.ts'

type TitleCandidate = { id: number; name: string; locale: Locale; href: string }
type Offer = ReplyOf<typeof offlineLeases>['leases'][number]
type Offered = { ok: true; offer: Offer } | { ok: false; fault: SaveFault }

const NAMED = ['offline', 'signedOut'] as const
const faultOf = (fault: string): SaveFault => NAMED.find((one) => one === fault) ?? 'failed'

/** Whether a title may be saved and what it weighs, for its listener to choose before anything is fetched. */
export async function offerTitle(id: number): Promise<Offered> {
  if (!(await canSaveOffline())) return { ok: false, fault: 'impossible' }
  const result = await call(offlineLeases, { product_ids: [id] })
  if (!result.ok) return { ok: false, fault: faultOf(result.fault) }
  const [offer] = result.value.leases
  if (!offer) return { ok: false, fault: 'noAccess' }
  await takeServerTime(result.value.now)
  return { ok: true, offer }
}

/** `trackIds`: only these, and what is wanted already; without them the whole title. */
export async function saveTitle(
  wanted: TitleCandidate,
  edition: Edition,
  trackIds?: readonly number[],
): Promise<SaveFault | undefined> {
  const offered = await offerTitle(wanted.id)
  if (!offered.ok) return offered.fault
  const details = await call(productDetails, { id: wanted.id })
  if (!details.ok) return faultOf(details.fault)
  if (trackIds === undefined) await requestPersistentStorage()
  const all = details.value.product_details[0]?.producttracks ?? []
  const tracks = all.map(({ id, key, track_length: seconds, ...track }) => ({
    ...{ id, key, seconds },
    name: nameOrEnglish(track, wanted.locale),
  }))
  const isWritten =
    (await writeLease(wanted.id, offered.offer.lease)) &&
    (await saveTitleReply(wanted.id, details.value)) === undefined &&
    (await writeWanted(wanted, edition, tracks, trackIds))
  if (!isWritten) return 'full'
  await titlesChanged()
  void resumeDownloads()
  return undefined
}

async function writeWanted(
  { id, name, locale, href }: TitleCandidate,
  edition: Edition,
  all: OfflineTitle['tracks'],
  trackIds: readonly number[] | undefined,
): Promise<boolean> {
  let isWritten = false
  await withLock('offline-title', async () => {
    const before = await readOfflineTitle(id)
    const known = before?.tracks.map((track) => track.id) ?? []
    const tracks = trackIds ? all.filter((one) => trackIds.includes(one.id) || known.includes(one.id)) : all
    isWritten = await writeOfflineTitle({
      ...{ id, name, locale, href, tracks },
      edition: before?.edition ?? edition,
      heard: (trackIds && before?.heard) ?? [],
      isWhole: trackIds === undefined || before?.isWhole === true,
      isStopped: trackIds !== undefined && before?.isStopped === true,
      at: before?.at ?? Date.now(),
    })
  })
  return isWritten
}

/** What is whole stays; the next press goes on. */
export async function stopTitle(id: number): Promise<void> {
  await changeTitle(id, (title) => ({ ...title, isStopped: true }))
  stopDownload(id)
  await titlesChanged()
}

export async function resumeTitle(id: number): Promise<void> {
  await changeTitle(id, (title) => ({ ...title, isStopped: false }))
  await loadTitles()
  void resumeDownloads()
}
