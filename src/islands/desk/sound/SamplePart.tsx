import { useState } from 'react'
import type { SoundOfTitle } from '#contract/desk/sound.ts'
import type { Locale } from '#contract/text/locale.ts'
import { clock, count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { placeSample } from '#stores/desk/catalog/sound.ts'
import { SamplePlacer } from './SamplePlacer.tsx'
import type { FaultMessages, SampleMessages } from './SoundPage.tsx'

type Props = { locale: Locale; messages: SampleMessages; faults: FaultMessages; title: SoundOfTitle }

/** The sample of a title: where it comes from, and another place for it. */
export function SamplePart(props: Props) {
  const { locale, messages, title } = props
  const [isMoving, setMoving] = useState(false)
  const { sample, tracks } = title
  const texts = { saved: messages.saved, failed: messages.notSaved }
  const measured = tracks.filter(({ measurement }) => measurement !== null)
  return (
    <section className="desk-sample" aria-labelledby="sample-heading">
      <h3 id="sample-heading">{messages.title}</h3>
      <SampleState {...props} />
      {sample.kind !== 'own' && measured.length > 0 && (
        <div className="desk-buttons">
          <button type="button" className="button quiet" aria-expanded={isMoving} onClick={() => setMoving(!isMoving)}>
            {messages.move}
          </button>
          {sample.is_placed && (
            <button type="button" className="button quiet" onClick={() => void placeSample(title, null, texts)}>
              {messages.choose}
            </button>
          )}
        </div>
      )}
      {isMoving && sample.kind !== 'own' && <SamplePlacer {...{ locale, messages, title }} tracks={measured} />}
    </section>
  )
}

function SampleState({ locale, messages, faults, title: { sample } }: Props) {
  const { kind, state, fault, place, is_placed: isPlaced } = sample
  if (kind === 'own') return <p>{messages.own}</p>
  if (state === 'failed') return <p>{interpolate(messages.failed, { fault: fault ? faults[fault] : '' })}</p>
  const at = place && {
    track: count(place.track, locale),
    from: clock(place.starts, locale),
    to: clock(place.ends, locale),
  }
  return (
    <>
      {at && <p>{interpolate(isPlaced ? messages.placed : messages.ofShop, at)}</p>}
      {kind === 'none' && <p>{messages.none}</p>}
      {state === 'waiting' && kind === 'made' && <p className="soft">{messages.waiting}</p>}
      {state === 'waiting' && fault && <p className="soft">{faults[fault]}</p>}
    </>
  )
}
