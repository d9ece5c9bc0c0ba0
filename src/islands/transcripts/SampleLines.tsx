import { useStore } from '@nanostores/react'
import { useCallback, useEffect } from 'react'
import type { Locale } from '#contract/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { $sample, pauseSample, resumeSample, seekSample, type Sample } from '#stores/listening/samples.ts'
import { $sampleLines, $spokenSampleLine, loadSampleLines } from '#stores/transcripts/sample-lines.ts'
import { LineList } from './LineList.tsx'
import { LinesFrame } from './LinesFrame.tsx'
import { LineTools } from './LineTools.tsx'

type Props = { sample: Sample; locale: Locale; closeText: string; close: () => void }

/** The text of the sample that plays, for everybody: the spoken line is marked, and a press on a line plays it [LN-2]. */
export function SampleLines({ sample: { mapUrl }, locale, closeText, close }: Props) {
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
            <LineList
              key={text.mapUrl}
              {...{ text, messages, locale }}
              spoken={$spokenSampleLine}
              seek={playFromLine}
            />
          </>
        )
      }
    </LinesFrame>
  )
}

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
