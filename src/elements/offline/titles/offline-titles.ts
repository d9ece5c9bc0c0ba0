import { connectionKind } from '#client/offline/connection.ts'
import { listOfflineAudio } from '#client/offline/offline-copies.ts'
import { currentTime, readLease, storageRoom } from '#client/offline/offline-titles.ts'
import { megabytesOf } from '#contract/offline/megabytes.ts'
import { mayStart } from '#contract/offline/offline-leases.ts'
import { count, digits } from '#i18n/format.ts'
import { formatDateTime } from '#i18n/format-date-time.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { loadMessages } from '#i18n/load-messages.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { removeTitle } from '#stores/offline/titles/remove.ts'
import { $offlineSettings, changeOfflineSetting } from '#stores/offline/titles/settings.ts'
import { $savedTitles, loadTitles, type SavedTitle } from '#stores/offline/titles/state.ts'
import { ConnectedElement, define, untilAborted } from '../../connected-element.ts'
import { pageLocale } from '../../page-locale.ts'
import { isSignedIn } from '../../page-state.ts'
import { make } from './make.ts'
import './offline-title.ts'
import '../../listening/play-button.ts'

type Texts = Messages['offlineTitles']
const SETTINGS = ['wifiOnly', 'savesNext', 'removesHeard'] as const

/** `<offline-titles>` on the page of what is saved here: whole titles, the room that is used, and how they are saved. */
class OfflineTitles extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    void this.#follow(signal).catch(() => undefined)
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const texts = await loadMessages(pageLocale(), 'offlineTitles')
    void this.#showRoom(texts)
    if (signal.aborted || !isSignedIn()) return
    this.#showSettings(texts, signal)
    this.onPress('.all-titles button', signal, () => void this.#removeAll(texts))
    await loadTitles()
    untilAborted(
      signal,
      $savedTitles.subscribe((titles) => {
        void this.#showTitles(titles ?? [], texts)
        void this.#showRoom(texts)
      }),
    )
  }

  #showSettings(texts: Texts, signal: AbortSignal): void {
    for (const name of SETTINGS) {
      const box = this.querySelector<HTMLInputElement>(`[name=${name}]`)
      if (!box) continue
      untilAborted(
        signal,
        $offlineSettings.subscribe((settings) => (box.checked = settings[name])),
      )
      box.addEventListener('change', () => void this.#change(name, box.checked), { signal })
    }
    if (connectionKind() !== 'unknown') return
    this.querySelector<HTMLInputElement>('[name=wifiOnly]')?.setAttribute('disabled', '')
    const text = this.querySelector('#wifiOnly-text')
    if (text) text.textContent = texts.page.wifiUnknown
  }

  /** What follows the setting is loaded now, when nothing of it was needed before. */
  async #change(name: (typeof SETTINGS)[number], isOn: boolean): Promise<void> {
    changeOfflineSetting(name, isOn)
    const { startOfflineVisit } = await import('./offline-visit.ts')
    await startOfflineVisit()
  }

  /** Rows stay while their title does: the focus may stand in one. */
  async #showTitles(titles: readonly SavedTitle[], texts: Texts): Promise<void> {
    const rows = this.querySelector('ul.titles')
    if (!rows) return
    this.querySelector('.no-titles')?.toggleAttribute('hidden', titles.length > 0)
    this.querySelector('.all-titles')?.toggleAttribute('hidden', titles.length < 2)
    const wanted = new Set(titles.map(({ title }) => String(title.id)))
    for (const row of [...rows.children]) {
      if (wanted.has(row.getAttribute('data-title') ?? '')) continue
      const hadFocus = row.contains(document.activeElement)
      row.remove()
      if (hadFocus) this.querySelector<HTMLElement>('#titles')?.focus()
    }
    for (const saved of titles) {
      const row = rows.querySelector(`[data-title="${saved.title.id}"]`) ?? this.#addRow(rows, saved)
      const facts = await factsOf(saved, texts)
      const small = row.querySelector('small')
      if (small) small.textContent = facts
    }
  }

  #addRow(rows: Element, { title }: SavedTitle): HTMLElement {
    const row = make('li', {})
    row.dataset['title'] = String(title.id)
    const words = make('p', {})
    words.append(
      make('a', { href: title.href, textContent: title.name, lang: title.locale }),
      make('small', { className: 'soft' }),
    )
    const line = document.createElement('offline-title')
    line.setAttribute('title-id', String(title.id))
    line.setAttribute('label', title.name)
    line.setAttribute('path', title.href)
    row.append(this.#playButton(title), words, line)
    rows.append(row)
    return row
  }

  #playButton({ id, name }: SavedTitle['title']): HTMLElement {
    const play = document.createElement('play-button')
    play.setAttribute('title-id', String(id))
    play.setAttribute('pause-label', interpolate(this.text('pause-label'), { title: name }))
    const ariaLabel = interpolate(this.text('play-label'), { title: name })
    play.append(make('button', { type: 'button', className: 'sample bold', ariaLabel }))
    return play
  }

  async #removeAll(texts: Texts): Promise<void> {
    for (const { title } of $savedTitles.get() ?? []) await removeTitle(title.id)
    const note = this.querySelector('.said')
    if (note) note.textContent = texts.removed
    this.querySelector<HTMLElement>('#titles')?.focus()
  }

  async #showRoom(texts: Texts): Promise<void> {
    const room = await storageRoom()
    const [meter, text] = [this.querySelector('meter'), this.querySelector('.room')]
    if (!meter || !text) return
    meter.hidden = room === undefined
    if (!room) return void (text.textContent = texts.page.unknown)
    // What the browser counts falls minutes after a removal, and holds pages and covers too.
    const used = (await listOfflineAudio()).reduce((sum, { sound }) => sum + sound.bytes, 0)
    meter.max = room.available
    meter.value = used
    const available = count(Math.floor(room.available / 1_000_000), pageLocale())
    text.textContent = interpolate(texts.page.used, {
      used: used > 0 ? megabytes(used) : digits(0, pageLocale()),
      available,
    })
  }
}

const megabytes = (bytes: number): string => digits(megabytesOf(bytes), pageLocale())

/** How much is here, and until when it plays. */
async function factsOf({ title, sounds }: SavedTitle, texts: Texts): Promise<string> {
  const locale = pageLocale()
  const all = count(title.tracks.length, locale)
  const here = count(sounds.length + title.heard.length, locale)
  const tracks = interpolate(texts.page.tracks, { here, all })
  const [lease, now] = [await readLease(title.id), await currentTime()]
  if (!lease || !mayStart(lease, now)) return `${tracks} · ${texts.page.over}`
  return `${tracks} · ${interpolate(texts.page.until, formatDateTime(lease.until, locale))}`
}

define('offline-titles', OfflineTitles)
