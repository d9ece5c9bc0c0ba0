import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { localeOf } from '#i18n/locales.ts'
import { openExercise } from '#stores/courses/exercises.ts'
import { $entitlements, $entitlementsFailed, loadEntitlements } from '#stores/listening/entitlements.ts'
import { showCompletion } from './certificate-completion.ts'

const language = () => localeOf(document.documentElement.lang)
const ownId = () => Number(document.querySelector<HTMLElement>('[data-own]')?.dataset['own'])

/** The circle is filled up to what was heard. islands/titles/own.ts asks for it. */
export function showCourse(): void {
  const circle = document.querySelector<HTMLElement>('[data-circle]')
  const rights = $entitlements.get()
  const failed = document.querySelector<HTMLElement>('[data-progress-failed]')
  if (failed) failed.hidden = !$entitlementsFailed.get()
  if (!circle || !rights || rights.product_id !== ownId()) return
  const value = rights.total_tracks_completion
  const percent = digits(value, language())
  circle.dataset['circle'] = String(value)
  circle.style.setProperty('--done', String(value))
  circle.setAttribute('aria-label', interpolate(circle.dataset['word'] ?? '', { percent }))
  const number = circle.querySelector('span')
  if (number) number.textContent = interpolate(circle.dataset['percentWord'] ?? '', { percent })
  showCompletion(value)
}

function open(id: string): void {
  document.querySelector<HTMLDialogElement>(`dialog#${id}`)?.showModal()
}

const isMissing = (id: number) => {
  const rights = $entitlements.get()
  return rights?.product_id === id && rights.total_tracks_completion < 100
}

/** The server decides whether it may be seen (C8); it is not asked in vain. False when it could not be asked. */
export async function showExercise(id: number): Promise<boolean> {
  if (isMissing(id)) {
    open('exercise-first')
    return true
  }
  const made = await openExercise(id, language())
  if (!made.ok && made.fault !== 'notComplete') return false
  const text = document.querySelector<HTMLElement>('[data-exercise-text]')
  if (!made.ok || !text) open('exercise-first')
  else {
    text.lang = made.locale
    text.innerHTML = made.html
    open('exercise')
  }
  return true
}

$entitlements.listen(showCourse)
$entitlementsFailed.listen(showCourse)
document.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('.course-progress [data-again]'))
    void loadEntitlements(ownId())
})
