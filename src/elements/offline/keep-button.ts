/** Life for the buttons that keep a sound: fetched at the first press, or where something is kept already. */
import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { localeOf } from '#i18n/locales.ts'
import { loadMessages } from '#i18n/load-messages.ts'
import type { Messages } from '#i18n/namespaces.ts'
import {
  $offlineStates,
  loadOfflineAudio,
  copyName,
  toggleOfflineCopy,
  type SavingState,
  type OfflineCandidate,
} from '#stores/offline/offline-copies.ts'

const language = () => localeOf(document.documentElement.lang)
let messages: Messages['offline'] | undefined

/** What a button stands beside: a track in its row, or the sample of the page. */
function wantedBy(button: HTMLElement): OfflineCandidate | undefined {
  const row = button.closest('li')
  const track = row?.querySelector<HTMLAnchorElement>('[data-track]')
  if (row && track) return trackIn(row, track)
  const sample = button.closest('[data-title-page]')?.querySelector<HTMLElement>('[data-sample]')
  if (!sample) return undefined
  const { sample: key, title = '', href = '', seconds, cover } = sample.dataset
  return { kind: 'sample', key, name: title, title, href, cover, seconds: Number(seconds), locale: language() }
}

function trackIn(row: Element, track: HTMLAnchorElement): OfflineCandidate {
  const heading = row.closest('article')?.querySelector('h1, h3')
  return {
    kind: 'track',
    titleId: Number(row.closest<HTMLElement>('[data-play]')?.dataset['play']),
    trackId: Number(track.dataset['track']),
    name: track.dataset['label'] ?? '',
    title: heading?.textContent?.trim() ?? '',
    href: track.pathname,
    seconds: Number(row.querySelector<HTMLElement>('[data-seconds]')?.dataset['seconds']),
    locale: language(),
  }
}

function paint(): void {
  const now = $offlineStates.get()
  for (const button of document.querySelectorAll<HTMLElement>('[data-keep]')) {
    const wanted = wantedBy(button)
    if (wanted && messages) show(button, wanted, now[copyName(wanted)], messages)
  }
}

/** A button with a text says in it what a press will do; one without has it for its name. */
function show(
  button: HTMLElement,
  { name: title }: OfflineCandidate,
  now: SavingState | undefined,
  t: Messages['offline'],
): void {
  const percent = now?.state === 'keeping' ? digits(Math.floor(now.part * 100), language()) : ''
  const text = now?.state === 'keeping' ? interpolate(t.keeping, { percent }) : now?.state === 'kept' ? t.kept : t.keep
  const name = now?.state === 'keeping' ? t.stop : now?.state === 'kept' ? t.keptOf : t.keepOf
  const shown = button.querySelector('span')
  if (shown) shown.textContent = text
  else button.setAttribute('aria-label', interpolate(name, { title }))
  const before = button.dataset['keep']
  button.dataset['keep'] = now?.state ?? ''
  button.style.setProperty('--part', String(now?.state === 'keeping' ? now.part : 0))
  if (before === 'keeping' && now?.state !== 'keeping') say(button, now, t)
}

/** The end of it: failures for everybody, the good end for who does not see the button. */
function say(button: HTMLElement, now: SavingState | undefined, t: Messages['offline']): void {
  const note = button.parentElement?.querySelector<HTMLElement>('[role=status]')
  if (!note) return
  note.classList.toggle('unseen', now?.state === 'kept')
  note.textContent = now?.state === 'failed' ? t.faults[now.fault] : now?.state === 'kept' ? t.keptNow : ''
}

async function begin(): Promise<void> {
  messages = await loadMessages(language(), 'offline')
  paint()
}

export async function pressKeep(button: HTMLElement): Promise<void> {
  await ready
  const wanted = wantedBy(button)
  if (wanted) await toggleOfflineCopy(wanted)
}

const ready = Promise.all([begin(), loadOfflineAudio()])
$offlineStates.listen(paint)
document.addEventListener('astro:page-load', () => void begin())
