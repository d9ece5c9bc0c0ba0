/** What the buttons that save a sound show and do. */
import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { loadMessages } from '#i18n/load-messages.ts'
import type { Messages } from '#i18n/namespaces.ts'
import {
  $offlineStates,
  copyName,
  loadOfflineAudio,
  toggleOfflineCopy,
  type OfflineCandidate,
  type SavingState,
} from '#stores/offline/offline-copies.ts'
import { untilAborted } from '../connected-element.ts'
import { pageLocale } from '../page-locale.ts'
import type { KeepButton } from './keep-button.ts'

const sounds = loadOfflineAudio()

function wantedBy(button: KeepButton): OfflineCandidate {
  const { trackId, titleId, titleName: title, label: name, path: href, seconds, cover, sampleKey: key } = button
  const locale = pageLocale()
  if (trackId !== undefined) return { kind: 'track', titleId, trackId, name, title, href, seconds, locale }
  return { kind: 'sample', key, name, title, href, cover, seconds, locale }
}

type OfflineMessages = Messages['offline']

const following = new WeakMap<KeepButton, Promise<void>>()

/** Shows what is saved, until the element leaves the page. */
export function followCopy(element: KeepButton, signal: AbortSignal): void {
  following.set(element, follow(element, signal))
}

async function follow(element: KeepButton, signal: AbortSignal): Promise<void> {
  const messages = await loadMessages(pageLocale(), 'offline')
  if (signal.aborted) return
  const wanted = wantedBy(element)
  untilAborted(
    signal,
    $offlineStates.subscribe((now) => show(element, wanted, now[copyName(wanted)], messages)),
  )
}

export async function toggleCopy(element: KeepButton): Promise<void> {
  // The button follows before anything happens: a failure that comes at once is announced too.
  await Promise.all([sounds, following.get(element)])
  await toggleOfflineCopy(wantedBy(element))
}

/** A button with a text says in it what a press will do; one without has it for its name. */
function show(
  element: KeepButton,
  { name: title }: OfflineCandidate,
  now: SavingState | undefined,
  t: OfflineMessages,
): void {
  const button = element.querySelector('button')
  if (!button) return
  const percent = now?.state === 'keeping' ? digits(Math.floor(now.part * 100), pageLocale()) : ''
  const text = now?.state === 'keeping' ? interpolate(t.keeping, { percent }) : now?.state === 'kept' ? t.kept : t.keep
  const name = now?.state === 'keeping' ? t.stop : now?.state === 'kept' ? t.keptOf : t.keepOf
  const shown = button.querySelector('span')
  if (shown) shown.textContent = text
  else button.setAttribute('aria-label', interpolate(name, { title }))
  const before = button.dataset['keep']
  button.dataset['keep'] = now?.state ?? ''
  button.style.setProperty('--part', String(now?.state === 'keeping' ? now.part : 0))
  if (before === 'keeping' && now?.state !== 'keeping') announce(element, now, t)
}

/** Failures for everybody, success for who does not see the button. */
function announce(element: KeepButton, now: SavingState | undefined, t: OfflineMessages): void {
  const note = element.parentElement?.querySelector<HTMLElement>('[role=status]')
  if (!note) return
  note.classList.toggle('unseen', now?.state === 'kept')
  note.textContent = now?.state === 'failed' ? t.faults[now.fault] : now?.state === 'kept' ? t.keptNow : ''
}
