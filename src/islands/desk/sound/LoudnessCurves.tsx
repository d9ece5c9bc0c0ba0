import { SHOP_LOUDNESS } from '#contract/listening/audio.ts'
import type { SoundTrack } from '#contract/desk/sound.ts'
import type { Locale } from '#contract/text/locale.ts'
import { count, decimal } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { SoundMessages } from './SoundPage.tsx'

/** LUFS at the bottom and at the top of a picture. */
const [LOW, HIGH] = [-60, 0]
const HEIGHT = 100

const heightOf = (loudness: number) => HEIGHT - ((Math.max(LOW, loudness) - LOW) / (HIGH - LOW)) * HEIGHT

/** Points of a picture of loudness, one wide for each of the curve. */
export const loudnessPoints = (curve: readonly number[]): string =>
  curve.map((loudness, at) => `${at},${heightOf(loudness).toFixed(1)}`).join(' ')

type Props = { locale: Locale; messages: SoundMessages; tracks: readonly SoundTrack[] }

/** A small picture of each track on one scale; the table below holds the figures for those who do not see it. */
export function LoudnessCurves({ locale, messages, tracks }: Props) {
  const drawn = tracks.flatMap(({ position, measurement }) =>
    measurement && measurement.curve.length > 0 ? [{ position, curve: measurement.curve }] : [],
  )
  if (drawn.length === 0) return null
  return (
    <>
      <p className="soft">{messages.curveCaption}</p>
      <ul role="list" className="desk-curves">
        {drawn.map(({ position, curve }) => (
          <li key={position}>
            <svg
              role="img"
              aria-label={interpolate(messages.curve, {
                track: count(position, locale),
                low: decimal(Math.min(...curve), locale),
                high: decimal(Math.max(...curve), locale),
              })}
              viewBox={`0 0 ${curve.length} ${HEIGHT}`}
              preserveAspectRatio="none"
            >
              <line x1="0" x2={curve.length} y1={heightOf(SHOP_LOUDNESS)} y2={heightOf(SHOP_LOUDNESS)} />
              <polyline points={loudnessPoints(curve)} />
            </svg>
            <span aria-hidden="true">{count(position, locale)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
