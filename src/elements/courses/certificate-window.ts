import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { pathTo } from '#i18n/paths.ts'
import { openCertificate } from '#stores/courses/certificates.ts'
import { pageLocale } from '../page-locale.ts'
import type { CourseCertificate } from './course-certificate.ts'

/** The window is led to the certificate so long after the press, not sooner. */
const OPEN_AFTER_MS = 100

/** How much was heard decides what the control does, and is told with it. */
export function showCompletion(element: CourseCertificate | null, percent: number): void {
  if (!element) return
  element.completion = percent
  const box = element.querySelector<HTMLElement>('.certificate')
  if (box) box.dataset['completion'] = String(percent)
  const missing = element.querySelector('dialog .missing')
  const text = element.getAttribute('missing-text') ?? ''
  if (missing) missing.textContent = interpolate(text, { percent: digits(percent, pageLocale()) })
  const congratulation = element.querySelector('.congratulation')
  if (congratulation)
    congratulation.textContent = percent === 100 ? (element.getAttribute('congratulation-text') ?? '') : ''
}

/** `opened` is the empty window, when the browser gave one: else the link that is shown opens it. */
export async function showCertificate(element: CourseCertificate, opened: Window | null): Promise<void> {
  element.setBusy(true)
  element.say(element.getAttribute('opening-text') ?? '')
  const [certificate] = await Promise.all([
    openCertificate(element.courseId, pageLocale()),
    new Promise((resolve) => {
      setTimeout(resolve, OPEN_AFTER_MS)
    }),
  ])
  element.setBusy(false)
  element.say('')
  if (!certificate.ok) {
    opened?.close()
    return refuse(element, certificate.fault)
  }
  showReady(element, certificate.path, certificate.code)
  opened?.location.replace(certificate.path)
}

/** At 100 percent only a name can still be missing. */
function refuse(element: CourseCertificate, fault: string): void {
  if (fault === 'notComplete' && element.completion !== 100) return element.explain()
  const text = fault === 'notComplete' ? 'name-text' : fault === 'offline' ? 'offline-text' : 'failed-text'
  element.say(element.getAttribute(text) ?? '')
}

function showReady(element: CourseCertificate, path: string, code: string): void {
  const ready = element.querySelector<HTMLElement>('.ready')
  const [certificate, check] = ready?.querySelectorAll('a') ?? []
  if (!ready || !certificate || !check) return
  certificate.href = path
  certificate.target = '_blank'
  certificate.rel = 'noopener'
  check.href = pathTo('certificate', pageLocale(), { code })
  ready.hidden = false
  element.say(interpolate(element.getAttribute('code-text') ?? '', { code }))
}
