import { interpolate } from '#i18n/interpolate.ts'
import { list } from '#i18n/format.ts'
import { loadMessages } from '#i18n/load-messages.ts'
import { titlePath } from '#i18n/paths.ts'
import { startOfflineTitles } from '#stores/offline/titles/start-titles.ts'
import { $removedTitles, clearRemovedTitles, renewLeases, type RemovedTitle } from '#stores/offline/titles/leases.ts'
import { pageLocale } from '../../page-locale.ts'
import { make } from './make.ts'

/** For a listener who has titles here: their right is asked for, what is missing comes, and what was removed is said on any page. */
export const startOfflineVisit = (): Promise<void> => (started ??= start())

let started: Promise<void> | undefined

function start(): Promise<void> {
  $removedTitles.subscribe(() => void showRemoved().catch(() => undefined))
  document.addEventListener('astro:page-load', () => void showRemoved().catch(() => undefined))
  addEventListener('online', () => void renewLeases().catch(() => undefined))
  // Saved titles know the page that they open on, in the language of the page that saved them.
  return startOfflineTitles((title) => ({ locale: pageLocale(), href: titlePath(pageLocale(), title) }))
}

async function showRemoved(): Promise<void> {
  const removed = $removedTitles.get()
  document.querySelector('.titles-removed')?.remove()
  if (removed.length === 0) return
  const messages = await loadMessages(pageLocale(), 'offlineTitles')
  const texts = messages.gone
  const lines = (['plan', 'right', 'signedOut'] as const).flatMap((why) => {
    const names = namesOf(removed, why)
    return names.length > 0 ? interpolate(texts[why], { titles: list(names, pageLocale()) }) : []
  })
  const note = make('div', { className: 'old titles-removed' })
  const text = make('span', {})
  text.setAttribute('role', 'status')
  const button = make('button', { type: 'button', className: 'chip', textContent: texts.understood })
  button.addEventListener('click', () => {
    clearRemovedTitles()
    document.querySelector<HTMLElement>('main')?.focus()
  })
  note.append(text, ' ', button)
  document.querySelector('.titles-removed')?.remove()
  document.querySelector('main')?.before(note)
  // After it stands in the page, so that it is read out.
  text.textContent = lines.join(' ')
}

const namesOf = (removed: readonly RemovedTitle[], wanted: RemovedTitle['why']): string[] => [
  ...new Set(removed.filter(({ why }) => why === wanted).map(({ name }) => name)),
]
