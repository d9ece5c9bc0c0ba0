import { useState, type PointerEvent } from 'react'
import { SAMPLE_LENGTH, samplePlace, type SamplePlace } from '#contract/listening/sample-place.ts'
import type { SoundOfTitle, SoundTrack } from '#contract/desk/sound.ts'
import type { Locale } from '#contract/text/locale.ts'
import { clock, count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { addressOfTrack, placeSample } from '#stores/desk/catalog/sound.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { loudnessPoints } from './LoudnessCurves.tsx'
import type { SampleMessages } from './SoundPage.tsx'
import { useExcerpt } from './use-excerpt.ts'

const USUAL_SECONDS = 45

type Props = { locale: Locale; messages: SampleMessages; title: SoundOfTitle; tracks: readonly SoundTrack[] }

/** Moves the sample over the picture of a track, by mouse or keys, and lets it be heard before it is saved. */
export function SamplePlacer({ locale, messages, title, tracks }: Props) {
  const { place } = title.sample
  const [chosen, setChosen] = useState({
    position: place?.track ?? tracks[0]?.position ?? 1,
    after: Math.floor(place?.starts ?? 0),
    seconds: place ? Math.round(place.ends - place.starts) : USUAL_SECONDS,
  })
  const track = tracks.find(({ position }) => position === chosen.position) ?? tracks[0]
  if (!track?.measurement) return null
  const found = samplePlace(track.measurement, chosen)
  const times = { from: clock(found.starts, locale), to: clock(found.ends, locale) }
  const texts = { saved: messages.saved, failed: messages.notSaved }
  return (
    <div className="desk-part">
      <TrackChoice
        {...{ locale, messages, tracks }}
        value={track.position}
        onChange={(position) => setChosen({ ...chosen, position, after: 0 })}
      />
      <Wave {...{ locale, messages, track, found }} onPoint={(after) => setChosen({ ...chosen, after })} />
      <PlaceFields {...{ locale, messages, chosen, setChosen, found }} length={track.measurement.seconds} />
      <p role="status">{interpolate(messages.snaps, times)}</p>
      <div className="desk-buttons">
        <HearButton {...{ messages, title, found }} position={track.position} />
        <button type="button" className="button" onClick={() => void placeSample(title, chosen, texts)}>
          {messages.save}
        </button>
      </div>
    </div>
  )
}

type ChoiceProps = Pick<Props, 'locale' | 'messages' | 'tracks'> & {
  value: number
  onChange: (position: number) => void
}

function TrackChoice({ locale, messages, tracks, value, onChange }: ChoiceProps) {
  if (tracks.length < 2) return null
  return (
    <label className="field">
      {messages.track}
      <select value={value} onChange={({ target }) => onChange(Number(target.value))}>
        {tracks.map(({ position, name }) => (
          <option key={position} value={position}>
            {count(position, locale)}. {name}
          </option>
        ))}
      </select>
    </label>
  )
}

type WaveProps = Pick<Props, 'locale' | 'messages'> & {
  track: SoundTrack
  found: SamplePlace
  onPoint: (seconds: number) => void
}

/** A mouse or a finger moves the sample on it; keys have the slider below. */
function Wave({ locale, messages, track: { position, measurement }, found, onPoint }: WaveProps) {
  if (!measurement) return null
  const { curve, seconds } = measurement
  const scale = curve.length / seconds
  const point = ({ buttons, clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    if (buttons === 0) return
    const { left, width } = currentTarget.getBoundingClientRect()
    onPoint(Math.floor(Math.max(0, Math.min(((clientX - left) / width) * seconds, seconds - SAMPLE_LENGTH.least))))
  }
  return (
    <svg
      role="img"
      className="desk-wave"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        point(event)
      }}
      onPointerMove={point}
      aria-label={interpolate(messages.wave, { track: count(position, locale) })}
      viewBox={`0 0 ${curve.length} 100`}
      preserveAspectRatio="none"
    >
      <rect x={found.starts * scale} width={(found.ends - found.starts) * scale} y="0" height="100" />
      <polyline points={loudnessPoints(curve)} />
    </svg>
  )
}

type Chosen = { position: number; after: number; seconds: number }
type FieldsProps = Pick<Props, 'locale' | 'messages'> & {
  chosen: Chosen
  setChosen: (chosen: Chosen) => void
  found: SamplePlace
  length: number
}

function PlaceFields({ locale, messages, chosen, setChosen, found, length }: FieldsProps) {
  return (
    <>
      <label className="desk-slider">
        {messages.start}
        <input
          type="range"
          min="0"
          max={Math.max(0, Math.floor(length - SAMPLE_LENGTH.least))}
          value={chosen.after}
          aria-valuetext={interpolate(messages.place, {
            from: clock(found.starts, locale),
            to: clock(found.ends, locale),
          })}
          onChange={({ target }) => setChosen({ ...chosen, after: Number(target.value) })}
        />
      </label>
      <label className="desk-slider">
        {messages.length}: {count(chosen.seconds, locale)}
        <input
          type="range"
          min={SAMPLE_LENGTH.least}
          max={SAMPLE_LENGTH.most}
          step="5"
          value={chosen.seconds}
          onChange={({ target }) => setChosen({ ...chosen, seconds: Number(target.value) })}
        />
      </label>
    </>
  )
}

type HearProps = Pick<Props, 'messages' | 'title'> & { position: number; found: SamplePlace }

function HearButton({ messages, title, position, found }: HearProps) {
  const { isPlaying, play, stop } = useExcerpt()
  const hear = async () => {
    const address = await addressOfTrack(title, position)
    if (!address || !(await play(address, found))) showToast(messages.notHeard, { kind: 'failed' })
  }
  return (
    <button type="button" className="button quiet" onClick={() => (isPlaying ? stop() : void hear())}>
      {isPlaying ? messages.stop : messages.hear}
    </button>
  )
}
