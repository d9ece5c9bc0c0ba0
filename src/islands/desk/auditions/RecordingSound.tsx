import type { Finding } from '#contract/listening/audio-findings.ts'
import type { AuditionSound, DeskAudition } from '#contract/desk/auditions.ts'
import type { Locale } from '#contract/text/locale.ts'
import { clock, decimal } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'

export type SoundMessages = { sound: Messages['deskSound']['audition']; faults: Messages['deskSound']['faults'] }
type Props = SoundMessages & { locale: Locale; audition: DeskAudition }

/** What the sound doctor says of the recording of an audition. */
export function RecordingSound({ audition, sound: messages, faults, locale }: Props) {
  const { state, fault, findings } = audition.sound
  const texts = findings.flatMap((finding) => findingText(messages.findings, finding, locale) ?? [])
  return (
    <div role="group" className="sales-sound" aria-label={messages.title}>
      {state === 'waiting' && <p className="soft">{messages.waiting}</p>}
      {state === 'failed' && <p>{interpolate(messages.failed, { fault: fault ? faults[fault] : '' })}</p>}
      {state === 'ready' && (
        <>
          {texts.length === 0 ? <p>{messages.nothing}</p> : <Texts texts={texts} />}
          <p className="soft">{figures(messages.figures, audition.sound, locale)}</p>
        </>
      )}
    </div>
  )
}

const Texts = ({ texts }: { texts: readonly string[] }) => (
  <ul>
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
)

/** Some of what the doctor says is about a track among others. */
function findingText(
  messages: Messages['deskSound']['audition']['findings'],
  { code, value, at }: Finding,
  locale: Locale,
): string | undefined {
  const texts: Partial<Record<Finding['code'], string>> = messages
  const text = texts[code]
  if (text === undefined) return undefined
  return interpolate(text, {
    value: value === undefined ? '' : decimal(value, locale),
    at: at === undefined ? '' : clock(at, locale),
  })
}

function figures(text: string, { loudness, peak, noise }: AuditionSound, locale: Locale): string {
  const figure = (value: number | null) => (value === null ? '–' : decimal(value, locale))
  return interpolate(text, { loudness: figure(loudness), peak: figure(peak), noise: figure(noise) })
}
