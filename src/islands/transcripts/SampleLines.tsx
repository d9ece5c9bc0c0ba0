import { useStore } from '@nanostores/react'
import { useCallback, useEffect } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { titleIdIn } from '#i18n/paths.ts'
import { $sample, pauseSample, placeInTitle, resumeSample, seekSample, type Sample } from '#stores/listening/samples.ts'
import { $sampleLines, $spokenSampleLine, loadSampleLines } from '#stores/transcripts/sample-lines.ts'
import { addressOf } from '../listening/address-at.ts'
import type { LineSource } from './LineShare.tsx'
import { LinesFrame } from './LinesFrame.tsx'
import { LineTools } from './LineTools.tsx'
import { SharedLines } from './SharedLines.tsx'

type Props = { sample: Sample; locale: Locale; closeText: string; close: () => void }

/** The text of the sample that plays, for everybody: the spoken line is marked, and a press on a line plays it [LN-2]. */
export function SampleLines({ sample, locale, closeText, close }: Props) {
  const { mapUrl } = sample
  const text = useStore($sampleLines)
  const load = useCallback(() => void loadSampleLines(mapUrl), [mapUrl])
  useEffect(load, [load])
  return (
    <LinesFrame {...{ text, locale, closeText, close }} retry={load}>
      {(messages) =>
        text?.state === 'ready' && (
          <>
            <LineTools messages={messages} text={text} isShort={false}>
              <PlayButton messages={messages} />
            </LineTools>
            <SharedLines
              key={text.mapUrl}
              {...{ text, messages, locale }}
              spoken={$spokenSampleLine}
              seek={playFromLine}
              source={sourceOf(sample)}
            />
          </>
        )
      }
    </LinesFrame>
  )
}

/** Of a sample that was recorded apart, and is no part of a track, the link plays the sample itself. */
const sourceOf = ({ mapUrl, title, href, cover }: Sample): LineSource => ({
  title,
  titleId: titleIdIn(href),
  cover,
  address: (seconds) => {
    const place = placeInTitle(mapUrl, seconds)
    return addressOf(href, place ? { track: place.trackId, t: place.seconds } : { sample: seconds })
  },
})

function playFromLine(seconds: number): void {
  seekSample(seconds)
  void resumeSample()
}

function PlayButton({ messages }: { messages: Messages['transcripts'] }) {
  const { state } = useStore($sample)
  return (
    <button
      type="button"
      className="button"
      onClick={() => (state === 'playing' ? pauseSample() : void resumeSample())}
    >
      {state === 'playing' ? messages.pause : messages.play}
    </button>
  )
}
