import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { localeOf } from '#i18n/locales.ts'
import { pathTo } from '#i18n/paths.ts'
import { openCertificate } from '#stores/courses/certificates.ts'
import { explain } from './certificate.ts'

/** D4: the window is led to the certificate so long after the press, not sooner. */
const OPEN_AFTER_MS = 100

const language = () => localeOf(document.documentElement.lang)
const boxOf = () => document.querySelector<HTMLElement>('.certificate')

/** How much was heard decides what the control does, and is told with it. */
export function showCompletion(percent: number): void {
  const box = boxOf()
  if (!box) return
  box.dataset['completion'] = String(percent)
  const missing = box.querySelector<HTMLElement>('dialog [data-word]')
  if (missing)
    missing.textContent = interpolate(missing.dataset['word'] ?? '', { percent: digits(percent, language()) })
  const congratulation = box.querySelector<HTMLElement>('.congratulation')
  if (congratulation) congratulation.textContent = percent === 100 ? (congratulation.dataset['word'] ?? '') : ''
}

function say(box: HTMLElement, text: string): void {
  const note = box.querySelector<HTMLElement>('[data-note]')
  if (!note) return
  note.hidden = text === ''
  note.textContent = text
}

/** `paper` is the empty window, when the browser gave one: else the link that is shown opens it. */
export async function openPaper(box: HTMLElement, paper: Window | null): Promise<void> {
  const course = Number(box.dataset['certificateOf'])
  box.setAttribute('aria-busy', 'true')
  say(box, box.dataset['opening'] ?? '')
  const [opened] = await Promise.all([
    openCertificate(course > 0 ? course : undefined, language()),
    new Promise((resolve) => {
      setTimeout(resolve, OPEN_AFTER_MS)
    }),
  ])
  box.setAttribute('aria-busy', 'false')
  say(box, '')
  if (!opened.ok) {
    paper?.close()
    return refuse(box, opened.fault)
  }
  showReady(box, opened.path, opened.code)
  paper?.location.replace(opened.path)
}

/** At 100 percent only a name can still be missing. */
function refuse(box: HTMLElement, fault: string): void {
  const { completion, notComplete = '', offlineWord = '', failed = '' } = box.dataset
  if (fault === 'notComplete' && completion !== '100') return explain()
  say(box, fault === 'notComplete' ? notComplete : fault === 'offline' ? offlineWord : failed)
}

function showReady(box: HTMLElement, path: string, code: string): void {
  const ready = box.querySelector<HTMLElement>('[data-ready]')
  const [paper, check] = ready?.querySelectorAll('a') ?? []
  if (!ready || !paper || !check) return
  paper.href = path
  paper.target = '_blank'
  paper.rel = 'noopener'
  check.href = pathTo('certificate', language(), { code })
  ready.hidden = false
  say(box, interpolate(box.dataset['code'] ?? '', { code }))
}
