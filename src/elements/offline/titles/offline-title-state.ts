import { megabytesOf } from '#contract/offline/megabytes.ts'
import { digits } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { loadMessages } from '#i18n/load-messages.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { pathTo } from '#i18n/paths.ts'
import type { SaveFault } from '#stores/offline/offline-copies.ts'
import { resumeDownloads } from '#stores/offline/titles/download.ts'
import { removeTitle } from '#stores/offline/titles/remove.ts'
import { offerTitle, resumeTitle, saveTitle, stopTitle } from '#stores/offline/titles/save.ts'
import { $titleStates, type TitleState } from '#stores/offline/titles/state.ts'
import { untilAborted } from '../../connected-element.ts'
import { pageLocale } from '../../page-locale.ts'
import { askEdition } from '../offline-choice.ts'
import type { OfflineTitleElement } from './offline-title.ts'
import { make } from './make.ts'
import { startOfflineVisit } from './offline-visit.ts'
import sheet from './offline-title.css?url'

type Texts = Messages['offlineTitles']
export type Action = 'save' | 'stop' | 'resume' | 'tryAgain' | 'remove'

/** What the line says of a title and offers to do. */
function viewOf(now: TitleState | undefined, texts: Texts): { actions: Action[]; status: string } {
  if (!now) return { actions: ['save'], status: '' }
  const size = digits(megabytesOf(now.bytes), pageLocale())
  if (now.state === 'saved') return { actions: ['remove'], status: interpolate(texts.savedSize, { size }) }
  if (now.state === 'ending') return { actions: ['remove'], status: texts.ending }
  if (now.state === 'stopped') return { actions: ['resume', 'remove'], status: texts.stopped }
  if (now.state === 'saving') return { actions: ['stop'], status: '' }
  if (!now.hold) return { actions: ['stop'], status: texts.waiting }
  const actions: Action[] = now.hold === 'full' ? ['tryAgain', 'remove'] : ['stop', 'remove']
  return { actions, status: texts.holds[now.hold] }
}

export async function followTitle(element: OfflineTitleElement, signal: AbortSignal): Promise<void> {
  const locale = pageLocale()
  const texts = await loadMessages(locale, 'offlineTitles')
  if (signal.aborted) return
  build(element, texts)
  element.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof HTMLButtonElement) void press(element, target.value, texts)
    },
    { signal },
  )
  await startOfflineVisit().catch(() => undefined)
  if (!signal.aborted)
    untilAborted(
      signal,
      $titleStates.subscribe((states) => show(element, states.get(element.titleId), texts)),
    )
}

function build(element: OfflineTitleElement, texts: Texts): void {
  const label = interpolate(texts.saving, { title: element.titleName })
  const line = make('p', { className: 'line' })
  const progress = make('p', { className: 'part', hidden: true })
  progress.append(make('progress', { max: 1, ariaLabel: label }), make('span', { ariaHidden: 'true' }))
  const here = make('a', { href: pathTo('offline', pageLocale()), textContent: texts.here, hidden: true })
  const status = make('p', { className: 'soft' })
  status.setAttribute('role', 'status')
  element.replaceChildren(make('link', { rel: 'stylesheet', href: sheet }), line, progress, status, here)
}

function show(element: OfflineTitleElement, now: TitleState | undefined, texts: Texts): void {
  const { actions, status } = viewOf(now, texts)
  setButtons(element, actions, texts)
  // What a press came to stays: other titles change meanwhile, and a title that could not be saved has no state.
  if (now || element.dataset['said'] === undefined) setStatus(element, status)
  element.querySelector('a')?.toggleAttribute('hidden', now === undefined)
  const part = element.querySelector<HTMLElement>('.part')
  const [progress, percent] = [part?.querySelector('progress'), part?.querySelector('span')]
  if (!part || !progress || !percent) return
  part.hidden = now === undefined || now.state === 'saved' || now.state === 'ending'
  progress.value = now?.part ?? 0
  percent.textContent = interpolate(texts.percent, {
    percent: digits(Math.floor((now?.part ?? 0) * 100), pageLocale()),
  })
}

/** A press may take its own button away: the next one gets the focus. */
function setButtons(element: OfflineTitleElement, actions: readonly Action[], texts: Texts): void {
  const line = element.querySelector('.line')
  if (!line || line.getAttribute('data-actions') === actions.join()) return
  line.setAttribute('data-actions', actions.join())
  const hadFocus = line.contains(document.activeElement)
  const buttons = actions.map((action) => {
    const button = make('button', { type: 'button', className: 'button quiet', value: action })
    button.append(texts[action], make('span', { className: 'unseen', textContent: `: ${element.titleName}` }))
    return button
  })
  line.replaceChildren(...buttons)
  if (hadFocus) buttons[0]?.focus()
}

function setStatus(element: OfflineTitleElement, text: string): void {
  const status = element.querySelector('[role=status]')
  if (status && status.textContent !== text) status.textContent = text
}

async function press(element: OfflineTitleElement, action: string, texts: Texts): Promise<void> {
  const id = element.titleId
  delete element.dataset['said']
  if (action === 'stop') return stopTitle(id)
  if (action === 'resume') return resumeTitle(id)
  if (action === 'tryAgain') return resumeDownloads()
  if (action === 'remove') {
    await removeTitle(id)
    return say(element, texts.removed)
  }
  const fault = await save(element, texts).catch(() => 'failed' as const)
  if (fault) say(element, texts.faults[fault])
}

function say(element: OfflineTitleElement, text: string): void {
  element.dataset['said'] = ''
  setStatus(element, text)
}

async function save(element: OfflineTitleElement, texts: Texts): Promise<SaveFault | undefined> {
  const { titleId: id, titleName: name, pagePath: href } = element
  if (element.ariaBusy === 'true') return undefined
  element.ariaBusy = 'true'
  const offered = await offerTitle(id).finally(() => (element.ariaBusy = 'false'))
  if (!offered.ok) return offered.fault
  const edition = await askEdition(name, offered.offer, { size: texts.wholeSize })
  return edition && saveTitle({ id, name, locale: pageLocale(), href }, edition)
}
