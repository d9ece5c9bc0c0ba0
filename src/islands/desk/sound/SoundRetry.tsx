import type { SoundOfTitle } from '#contract/desk/sound.ts'
import type { Locale } from '#contract/text/locale.ts'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { tryAgain } from '#stores/desk/catalog/sound.ts'
import type { FaultMessages, RetryMessages } from './SoundPage.tsx'

type Props = { locale: Locale; messages: RetryMessages; faults: FaultMessages; title: SoundOfTitle }

/** What could not be made and why; one button tries all of it again. */
export function SoundRetry({ locale, messages, faults, title }: Props) {
  const faulty = title.tracks.flatMap(({ position, fault }) => (fault ? [{ position, fault }] : []))
  const isGivenUp = title.tracks.some(({ state, fault }) => state !== 'waiting' && fault !== null)
  if (faulty.length === 0 && title.sample.state !== 'failed') return null
  return (
    <>
      {faulty.length > 0 && (
        <ul className="desk-findings">
          {faulty.map(({ position, fault }) => (
            <li key={position}>
              {interpolate(messages.track, { track: count(position, locale), fault: faults[fault] })}
            </li>
          ))}
        </ul>
      )}
      {(isGivenUp || title.sample.state === 'failed') && (
        <button type="button" className="button" onClick={() => void tryAgain(title, messages)}>
          {messages.again}
        </button>
      )}
    </>
  )
}
