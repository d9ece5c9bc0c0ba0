/** The page of what is kept on this device, which also stands for every page that is not (service-worker/pages.ts). */
import { navigate } from '#client/navigate.ts'
import type { OfflineEntry, OfflinePage } from '#client/offline/offline-copies.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { localeOf } from '#i18n/locales.ts'
import { formatDateTime } from '#i18n/format-date-time.ts'
import {
  $offlinePages,
  $offlineAudio,
  totalBytes,
  deleteCopy,
  deleteAllCopies,
  loadOfflinePages,
  loadOfflineAudio,
} from '#stores/offline/offline-copies.ts'

const TRY_AGAIN_MS = 5_000
const language = () => localeOf(document.documentElement.lang)
const boxOf = () => document.querySelector<HTMLElement>('[data-shelf]')
/** As files are labelled: millions of bytes, one decimal. */
const megabytes = (bytes: number) => digits(Math.max(0.1, bytes / 1_000_000).toFixed(1), language())

function copyOf(id: string): HTMLElement | undefined {
  const template = document.querySelector<HTMLTemplateElement>(`template#${id}`)
  const made = template?.content.firstElementChild?.cloneNode(true)
  return made instanceof HTMLElement ? made : undefined
}

function showSounds(): void {
  const box = boxOf()
  const sounds = $offlineAudio.get()
  if (!box || !sounds) return
  const words = box.dataset
  box.querySelector('[data-sounds]')?.replaceChildren(...sounds.flatMap((entry) => soundRow(entry, words) ?? []))
  for (const none of box.querySelectorAll<HTMLElement>('[data-no-sounds]')) none.hidden = sounds.length > 0
  for (const some of box.querySelectorAll<HTMLElement>('[data-all-sounds]')) some.hidden = sounds.length === 0
  const total = box.querySelector('[data-sum]')
  if (total) total.textContent = interpolate(words['total'] ?? '', { size: megabytes(totalBytes(sounds)) })
}

function soundRow(entry: OfflineEntry, words: DOMStringMap): HTMLElement | undefined {
  const { sound } = entry
  const row = copyOf('kept-sound')
  const link = row?.querySelector('a')
  const button = row?.querySelector<HTMLElement>('.sample')
  const remove = row?.querySelector<HTMLElement>('[data-drop]')
  if (!row || !link || !button || !remove) return undefined
  link.href = sound.href
  link.textContent = sound.name
  link.lang = sound.locale
  const small = row.querySelector('small')
  const from = sound.kind === 'track' ? sound.title : words['sampleName']
  if (small) small.textContent = `${from} · ${interpolate(words['size'] ?? '', { size: megabytes(sound.bytes) })}`
  const { titleId, trackId, key, seconds, cover } = sound
  if (sound.kind === 'sample')
    Object.assign(button.dataset, {
      sample: key,
      seconds,
      title: sound.name,
      href: sound.href,
      ...(cover && { cover }),
    })
  else Object.assign(button.dataset, { play: titleId, track: trackId, label: sound.name })
  button.setAttribute(
    'aria-label',
    interpolate(words[sound.kind === 'track' ? 'playWord' : 'sampleWord'] ?? '', { title: sound.name }),
  )
  remove.setAttribute('aria-label', interpolate(words['removeWord'] ?? '', { title: sound.name }))
  remove.dataset['drop'] = entry.path
  return row
}

function showPages(): void {
  const box = boxOf()
  const pages = $offlinePages.get()
  if (!box || !pages) return
  box
    .querySelector('[data-pages]')
    ?.replaceChildren(...pages.flatMap((page) => pageRow(page, box.dataset['visited'] ?? '') ?? []))
  for (const none of box.querySelectorAll<HTMLElement>('[data-no-pages]')) none.hidden = pages.length > 0
}

function pageRow({ path, title, at, locale }: OfflinePage, visited: string): HTMLElement | undefined {
  const row = copyOf('kept-page')
  const link = row?.querySelector('a')
  const small = row?.querySelector('small')
  if (!row || !link || !small) return undefined
  link.href = path
  link.lang = locale
  // Without the name of the shop, which all have.
  link.textContent = title.replace(/ · [^·]+$/, '')
  small.textContent = interpolate(visited, formatDateTime(at, language()))
  return row
}

/** The focus goes on with the next row; when there is none, to the heading. */
async function removeBy(button: HTMLElement): Promise<void> {
  const box = boxOf()
  const rows = [...document.querySelectorAll<HTMLElement>('[data-drop]')]
  const at = rows.indexOf(button)
  const entry = $offlineAudio.get()?.find(({ path }) => path === button.dataset['drop'])
  await (entry ? deleteCopy(entry) : deleteAllCopies())
  const note = box?.querySelector<HTMLElement>('[role=status]')
  if (note) note.textContent = box?.dataset['removed'] ?? ''
  const left = [...document.querySelectorAll<HTMLElement>('ul [data-drop]')]
  const next = left[Math.min(at, left.length - 1)] ?? box?.querySelector<HTMLElement>('h2')
  next?.focus()
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-drop]') : null
  if (button) void removeBy(button)
})
/** The wanted page comes by itself: its address is there already. A network that says it is back is not always so at once, and may say nothing. */
async function comeBack(): Promise<void> {
  if (document.hidden || !document.querySelector('[data-missing]:not([hidden])')) return
  // The worker leaves this to the network.
  const isBack = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (isBack) await navigate(location.pathname + location.search + location.hash)
}

window.addEventListener('online', () => void comeBack())
setInterval(() => void comeBack(), TRY_AGAIN_MS)
$offlineAudio.subscribe(showSounds)
$offlinePages.subscribe(showPages)
document.addEventListener('astro:page-load', () => {
  if (!boxOf()) return
  void loadOfflineAudio().catch(() => undefined)
  void loadOfflinePages().catch(() => undefined)
})
