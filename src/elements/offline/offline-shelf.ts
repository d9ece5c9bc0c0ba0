import type { OfflineEntry, OfflinePage } from '#client/offline/offline-copies.ts'
import { megabytesOf } from '#contract/offline/megabytes.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { formatDateTime } from '#i18n/format-date-time.ts'
import {
  $offlineAudio,
  $offlinePages,
  deleteAllCopies,
  deleteCopy,
  loadOfflineAudio,
  loadOfflinePages,
  totalBytes,
} from '#stores/offline/offline-copies.ts'
import { ConnectedElement, define, untilAborted } from '../connected-element.ts'
import { keepRows } from '../keep-rows.ts'
import { pageLocale } from '../page-locale.ts'

const megabytes = (bytes: number): string => digits(megabytesOf(bytes), pageLocale())

/** `<offline-shelf>` lists the sounds and pages that are saved on this device. The service worker shows its page for every page that is not. */
class OfflineShelf extends ConnectedElement {
  /** By what they show. */
  readonly #rows = new Map<string, HTMLElement>()

  protected connect(signal: AbortSignal): void {
    this.onPress('.drop, .all button', signal, (button) => void this.#remove(button))
    untilAborted(
      signal,
      $offlineAudio.subscribe(() => this.#showSounds()),
      $offlinePages.subscribe(() => this.#showPages()),
    )
    void loadOfflineAudio().catch(() => undefined)
    void loadOfflinePages().catch(() => undefined)
  }

  #copyOf(kind: string): HTMLElement | undefined {
    const row = this.querySelector<HTMLTemplateElement>(`template[data-kind=${kind}]`)?.content.firstElementChild
    const copy = row && document.importNode(row, true)
    return copy instanceof HTMLElement ? copy : undefined
  }

  #showRows<Item>(
    name: 'sounds' | 'pages',
    items: readonly Item[],
    make: (item: Item) => HTMLElement | undefined,
  ): void {
    const rows = items.flatMap((item) => {
      const key = JSON.stringify(item)
      const row = this.#rows.get(key) ?? make(item)
      if (row) this.#rows.set(key, row)
      return row ?? []
    })
    const list = this.querySelector(`ul.${name}`)
    if (list) keepRows(list, rows)
  }

  #hide(selector: string, isHidden: boolean): void {
    this.querySelector(selector)?.toggleAttribute('hidden', isHidden)
  }

  #showSounds(): void {
    // Those of whole titles stand with their title.
    const sounds = $offlineAudio.get()?.filter(({ sound }) => !sound.isLeased)
    if (!sounds) return
    this.#showRows('sounds', sounds, (entry) => this.#soundRow(entry))
    this.#hide('.no-sounds', sounds.length > 0)
    this.#hide('.all', sounds.length === 0)
    const total = this.querySelector('.all span')
    if (total) total.textContent = interpolate(this.text('total-text'), { size: megabytes(totalBytes(sounds)) })
  }

  #soundRow({ path, sound }: OfflineEntry): HTMLElement | undefined {
    const row = this.#copyOf(sound.kind)
    const link = row?.querySelector('a')
    const button = row?.querySelector('button.sample')
    const remove = row?.querySelector<HTMLButtonElement>('.drop')
    const small = row?.querySelector('small')
    if (!row || !link || !button || !remove || !small) return undefined
    link.href = sound.href
    link.textContent = sound.name
    link.lang = sound.locale
    const from = sound.kind === 'track' ? sound.title : this.text('sample-text')
    small.textContent = `${from} · ${interpolate(this.text('size-text'), { size: megabytes(sound.bytes) })}`
    this.#setButton(button, sound)
    remove.ariaLabel = interpolate(this.text('remove-label'), { title: sound.name })
    remove.value = path
    return row
  }

  #setButton(
    button: Element,
    { kind, name, href, key, seconds, cover, titleId, trackId }: OfflineEntry['sound'],
  ): void {
    const isTrack = kind === 'track'
    button.ariaLabel = interpolate(this.text(isTrack ? 'play-label' : 'sample-label'), { title: name })
    const attributes = {
      ...(isTrack
        ? { 'title-id': titleId, 'track-id': trackId }
        : { sample: key, seconds, label: name, href, ...(cover && { cover }) }),
      'pause-label': interpolate(this.text(isTrack ? 'pause-label' : 'sample-pause-label'), { title: name }),
    }
    for (const [attribute, value] of Object.entries(attributes))
      button.parentElement?.setAttribute(attribute, String(value))
  }

  #showPages(): void {
    const pages = $offlinePages.get()
    if (!pages) return
    this.#showRows('pages', pages, (page) => this.#pageRow(page))
    this.#hide('.no-pages', pages.length > 0)
  }

  #pageRow({ path, title, at, locale }: OfflinePage): HTMLElement | undefined {
    const row = this.#copyOf('page')
    const link = row?.querySelector('a')
    const small = row?.querySelector('small')
    if (!row || !link || !small) return undefined
    link.href = path
    link.lang = locale
    // Without the name of the shop, which all have.
    link.textContent = title.replace(/ · [^·]+$/, '')
    small.textContent = interpolate(this.text('visited-text'), formatDateTime(at, pageLocale()))
    return row
  }

  /** The focus goes on with the next row; when there is none, to the heading. */
  async #remove(button: HTMLElement): Promise<void> {
    const rows = [...this.querySelectorAll<HTMLElement>('.drop')]
    const at = rows.indexOf(button)
    const entry =
      button instanceof HTMLButtonElement ? $offlineAudio.get()?.find(({ path }) => path === button.value) : undefined
    await (entry ? deleteCopy(entry) : deleteAllCopies())
    const note = this.querySelector('[role=status]')
    if (note) note.textContent = this.text('removed-text')
    const left = [...this.querySelectorAll<HTMLElement>('.drop')]
    const next = left[Math.min(at, left.length - 1)] ?? this.querySelector<HTMLElement>('h2')
    next?.focus()
  }
}

define('offline-shelf', OfflineShelf)
