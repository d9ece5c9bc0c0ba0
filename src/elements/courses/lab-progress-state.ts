import { completionTogether } from '#contract/library/library.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { $labProgress, loadLabProgress, type LabProgress as Progress } from '#stores/courses/lab-progress.ts'
import { $heard } from '#stores/listening/progress-changed.ts'
import { untilAborted } from '../connected-element.ts'
import { pageLocale } from '../page-locale.ts'
import { showCompletion } from './certificate-window.ts'
import type { LabProgress } from './lab-progress.ts'

const coursesIn = (part: Element) =>
  [...part.querySelectorAll<HTMLElement>('[data-course]')].map(({ dataset }) => ({
    id: Number(dataset['course']),
    seconds: Number(dataset['seconds']),
  }))

export const loadProgress = (lab: LabProgress): Promise<void> =>
  loadLabProgress([...new Set(coursesIn(lab).map(({ id }) => id))])

export async function followProgress(lab: LabProgress, signal: AbortSignal): Promise<void> {
  untilAborted(
    signal,
    $labProgress.subscribe((now) => show(lab, now)),
    $heard.listen(() => void loadProgress(lab)),
  )
  await loadProgress(lab)
}

/** Each tab and its panel say how much of its courses was heard; the certificate is for all of them. */
function show(lab: LabProgress, now: Progress): void {
  lab.querySelector('.progress-failed')?.toggleAttribute('hidden', now.state !== 'failed')
  if (now.state !== 'known') return
  for (const panel of lab.querySelectorAll('[role=tabpanel]')) {
    const courses = coursesIn(panel).map(({ id, seconds }) => ({ seconds, percent: now.courses.get(id) ?? 0 }))
    showPercent(lab, panel, completionTogether(courses))
  }
  showCompletion(lab.certificate, now.whole)
}

function showPercent(lab: LabProgress, panel: Element, value: number): void {
  const percent = digits(value, pageLocale())
  const tab = document.getElementById(panel.getAttribute('aria-labelledby') ?? '')?.querySelector('small')
  const text = panel.querySelector('.progress p')
  const bar = panel.querySelector('progress')
  if (tab) tab.textContent = interpolate(lab.getAttribute('percent-text') ?? '', { percent })
  if (text) text.textContent = interpolate(lab.getAttribute('progress-text') ?? '', { percent })
  if (bar) bar.value = value
}
