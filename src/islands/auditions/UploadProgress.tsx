import { useStore } from '@nanostores/react'
import { useId } from 'react'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { $progress, type Progress } from '#stores/auditions/recording.ts'
import { megabytes, percentOf } from './megabytes.ts'

export type ProgressWords = Record<
  'preparing' | 'sending' | 'sent-part' | 'sent-percent' | 'finishing' | 'stopped',
  string
>
type Props = { locale: Locale; words: ProgressWords; isBusy: boolean }

const NONE: Progress = { state: 'none' }
/** A listener to the page hears each quarter, not each kilobyte. */
const STEP = 25

/** How far the recording has come: seen at every step, said now and then (4.1.3). */
export function UploadProgress({ locale, words, isBusy }: Props) {
  const progress = useStore($progress, { ssr: () => NONE })
  const id = useId()
  if (!('sent' in progress)) return <p className="unseen" role="status" />
  const { state, sent, size } = progress
  const percent = percentOf(sent, size)
  return (
    <div className="upload" data-state={state}>
      <p id={id} className="what">
        {words.sending}
        <span className="soft">
          {fill(words['sent-part'], { sent: megabytes(sent, locale), size: megabytes(size, locale) })}
        </span>
      </p>
      <progress aria-labelledby={id} max={size} value={sent} />
      <p className="soft" aria-hidden="true">
        {fill(words['sent-percent'], { percent: digits(percent, locale) })}
      </p>
      <p className={state === 'stopped' ? 'said' : 'unseen'} role="status">
        {said({ state, percent, isBusy }, locale, words)}
      </p>
    </div>
  )
}

function said(
  { state, percent, isBusy }: { state: string; percent: number; isBusy: boolean },
  locale: Locale,
  words: ProgressWords,
): string {
  if (state === 'stopped') return fill(words.stopped, { percent: digits(percent, locale) })
  if (state === 'sent') return isBusy ? words.finishing : ''
  return fill(words['sent-percent'], { percent: digits(Math.floor(percent / STEP) * STEP, locale) })
}
