import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { openExercise } from '#stores/courses/exercises.ts'
import { $entitlements, $entitlementsFailed, loadEntitlements } from '#stores/listening/entitlements.ts'
import { untilAborted } from '../connected-element.ts'
import { pageLocale } from '../page-locale.ts'
import { showCompletion } from './certificate-window.ts'
import type { CourseProgress } from './course-progress.ts'

export const loadProgress = (element: CourseProgress): Promise<void> => loadEntitlements(element.titleId)

/** The circle is filled up to what was heard; `<owned-title>` asks for it. */
export function followProgress(element: CourseProgress, signal: AbortSignal): void {
  const update = () => show(element)
  untilAborted(signal, $entitlements.subscribe(update), $entitlementsFailed.listen(update))
}

function show(element: CourseProgress): void {
  const access = $entitlements.get()
  element.querySelector('.progress-failed')?.toggleAttribute('hidden', !$entitlementsFailed.get())
  const circle = element.querySelector<HTMLElement>('.circle')
  if (!circle || access?.product_id !== element.titleId) return
  const value = access.total_tracks_completion
  const percent = digits(value, pageLocale())
  circle.dataset['circle'] = String(value)
  circle.style.setProperty('--done', String(value))
  circle.setAttribute('aria-label', interpolate(element.getAttribute('progress-label') ?? '', { percent }))
  const number = circle.querySelector('span')
  if (number) number.textContent = interpolate(element.getAttribute('percent-text') ?? '', { percent })
  showCompletion(element.certificate, value)
}

function isIncomplete(titleId: number): boolean {
  const access = $entitlements.get()
  return access?.product_id === titleId && access.total_tracks_completion < 100
}

/** The server decides whether the exercise may be seen; it is not asked in vain. False when it could not be asked. */
export async function showExercise(element: CourseProgress): Promise<boolean> {
  if (isIncomplete(element.titleId)) {
    element.openDialog('exercise-first')
    return true
  }
  const exercise = await openExercise(element.titleId, pageLocale())
  if (!exercise.ok && exercise.fault !== 'notComplete') return false
  const text = element.querySelector<HTMLElement>('#exercise .prose')
  if (!exercise.ok || !text) element.openDialog('exercise-first')
  else {
    text.lang = exercise.locale
    text.innerHTML = exercise.html
    element.openDialog('exercise')
  }
  return true
}
