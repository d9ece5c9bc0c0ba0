/** What the buttons that save a sound show and do. */
import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { loadMessages } from '#i18n/load-messages.ts'
import type { Messages } from '#i18n/namespaces.ts'
import {
  $offlineStates,
  copyName,
  loadOfflineAudio,
  offerOf,
  toggleOfflineCopy,
  type OfflineCandidate,
  type SavingState,
} from '#stores/offline/offline-copies.ts'
import { untilAborted } from '../connected-element.ts'
import { pageLocale } from '../page-locale.ts'
import type { OfflineCopyButton } from './offline-copy-button.ts'
import { askEdition } from './offline-choice.ts'

const sounds = loadOfflineAudio()

function wantedBy(button: OfflineCopyButton): OfflineCandidate {
  const { trackId, titleId, titleName: title, label: name, path: href, seconds, cover, sampleKey: key } = button
  const locale = pageLocale()
  if (trackId !== undefined) return { kind: 'track', titleId, trackId, name, title, href, seconds, locale }
  return { kind: 'sample', key, name, title, href, cover, seconds, locale }
}

type OfflineMessages = Messages['offline']

const following = new WeakMap<OfflineCopyButton, Promise<void>>()

/** Shows what is saved, until the element leaves the page. */
export function followCopy(element: OfflineCopyButton, signal: AbortSignal): void {
  following.set(element, follow(element, signal))
}

async function follow(element: OfflineCopyButton, signal: AbortSignal): Promise<void> {
  const messages = await loadMessages(pageLocale(), 'offline')
  if (signal.aborted) return
  const wanted = wantedBy(element)
  untilAborted(
    signal,
    $offlineStates.subscribe((now) => show(element, wanted, now[copyName(wanted)], messages)),
  )
}

export async function toggleCopy(element: OfflineCopyButton): Promise<void> {
  // The button follows before anything happens: a failure that comes at once is announced too.
  await Promise.all([sounds, following.get(element)])
  const wanted = wantedBy(element)
  const name = copyName(wanted)
  const isTrackWanted =
    wanted.kind === 'track' && !['saving', 'saved'].includes($offlineStates.get()[name]?.state ?? '')
  if (!isTrackWanted) return toggleOfflineCopy(wanted)
  const offer = await offerOf(wanted)
  const edition = offer && (await askEdition(wanted.name, offer))
  if (edition) await toggleOfflineCopy({ ...wanted, edition })
}

/** A button with a text says in it what a press will do; one without has it for its name. */
function show(
  element: OfflineCopyButton,
  { name: title }: OfflineCandidate,
  now: SavingState | undefined,
  t: OfflineMessages,
): void {
  const button = element.querySelector('button')
  if (!button) return
  const percent = now?.state === 'saving' ? digits(Math.floor(now.part * 100), pageLocale()) : ''
  const text = now?.state === 'saving' ? interpolate(t.saving, { percent }) : now?.state === 'saved' ? t.saved : t.save
  const name = now?.state === 'saving' ? t.stop : now?.state === 'saved' ? t.savedOf : t.saveOf
  const shown = button.querySelector('span')
  if (shown) shown.textContent = text
  else button.setAttribute('aria-label', interpolate(name, { title }))
  const before = button.dataset['copy']
  button.dataset['copy'] = now?.state ?? ''
  button.style.setProperty('--part', String(now?.state === 'saving' ? now.part : 0))
  if (before === 'saving' && now?.state !== 'saving') announce(element, now, t)
}

/** Failures for everybody, success for who does not see the button. */
function announce(element: OfflineCopyButton, now: SavingState | undefined, t: OfflineMessages): void {
  const note = element.parentElement?.querySelector<HTMLElement>('[role=status]')
  if (!note) return
  note.classList.toggle('unseen', now?.state === 'saved')
  note.textContent = now?.state === 'failed' ? t.faults[now.fault] : now?.state === 'saved' ? t.savedNow : ''
}
