import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { percentSent } from '#client/upload.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { $progress, type Progress } from '#stores/auditions/recording.ts'
import { megabytes } from './megabytes.ts'
import type { AuditionMessages } from './audition-messages.ts'

type Props = { locale: Locale; messages: AuditionMessages; isBusy: boolean }

const NONE: Progress = { state: 'none' }
/** Screen readers announce every quarter, not every kilobyte. */
const STEP = 25

/** Upload progress: shown at every step, announced at some (WCAG 4.1.3). */
export function UploadProgress({ locale, messages, isBusy }: Props) {
  const progress = useStore($progress, { ssr: () => NONE })
  const id = useId()
  if (!('sent' in progress)) return <p className="unseen" role="status" />
  const { state, sent, size } = progress
  const percent = percentSent(sent, size)
  return (
    <div className="upload" data-state={state}>
      <p id={id} className="what">
        {messages.sending}
        <span className="soft">
          {interpolate(messages.sentPart, { sent: megabytes(sent, locale), size: megabytes(size, locale) })}
        </span>
      </p>
      <progress aria-labelledby={id} max={size} value={sent} />
      <p className="soft" aria-hidden="true">
        {interpolate(messages.sentPercent, { percent: digits(percent, locale) })}
      </p>
      <p className={state === 'stopped' ? 'said' : 'unseen'} role="status">
        {progressText({ state, percent, isBusy }, locale, messages)}
      </p>
    </div>
  )
}

function progressText(
  { state, percent, isBusy }: { state: string; percent: number; isBusy: boolean },
  locale: Locale,
  messages: AuditionMessages,
): string {
  if (state === 'stopped') return interpolate(messages.stopped, { percent: digits(percent, locale) })
  if (state === 'sent') return isBusy ? messages.finishing : ''
  return interpolate(messages.sentPercent, { percent: digits(Math.floor(percent / STEP) * STEP, locale) })
}
