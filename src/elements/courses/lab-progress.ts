import { completionTogether } from '#contract/library.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { localeOf } from '#i18n/locales.ts'
import { $labProgress, loadLabProgress, type LabProgress } from '#stores/courses/lab-progress.ts'
import { $heard } from '#stores/listening/heard.ts'
import { showCompletion } from './certificate-completion.ts'

const labOf = () => document.querySelector<HTMLElement>('[data-lab]')
const coursesIn = (part: Element) => [...part.querySelectorAll<HTMLElement>('[data-course]')]

/** Each tab and its panel say how much of its courses was heard; the certificate is for all of them. */
function show(now: LabProgress): void {
  const lab = labOf()
  const failed = document.querySelector<HTMLElement>('[data-progress-failed]')
  if (failed) failed.hidden = now.state !== 'failed'
  if (!lab || now.state !== 'known') return
  for (const panel of lab.querySelectorAll<HTMLElement>('[role=tabpanel]')) {
    const courses = coursesIn(panel).map(({ dataset }) => ({
      seconds: Number(dataset['seconds']),
      percent: now.courses.get(Number(dataset['course'])) ?? 0,
    }))
    showPercent(lab, panel, completionTogether(courses))
  }
  showCompletion(now.whole)
}

function showPercent(lab: HTMLElement, panel: HTMLElement, value: number): void {
  const percent = digits(value, localeOf(document.documentElement.lang))
  const tab = document.getElementById(panel.getAttribute('aria-labelledby') ?? '')?.querySelector('small')
  const text = panel.querySelector('.progress p')
  const bar = panel.querySelector('progress')
  if (tab) tab.textContent = interpolate(lab.dataset['percentWord'] ?? '', { percent })
  if (text) text.textContent = interpolate(lab.dataset['progressWord'] ?? '', { percent })
  if (bar) bar.value = value
}

export async function showLab(): Promise<void> {
  const lab = labOf()
  if (!lab) return
  show($labProgress.get())
  await loadLabProgress([...new Set(coursesIn(lab).map(({ dataset }) => Number(dataset['course'])))])
}

$labProgress.listen(show)
$heard.listen(() => void showLab())
document.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('[data-again]')) void showLab()
})
