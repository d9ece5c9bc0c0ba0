import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useState } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import type { ReadAlong } from '#contract/transcripts/read-along.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { seekTo, togglePlay } from '#stores/listening/player/player.ts'
import { $player, isOn, trackOf, type Playing } from '#stores/listening/player/state.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'
import { $spokenLine, $trackLines, loadTrackLines } from '#stores/transcripts/track-lines.ts'
import { Late } from '#ui/Late.tsx'
import { addressAt } from '../listening/address-at.ts'
import { titleOnCard } from '../listening/title-on-card.ts'
import type { LineSource } from './LineShare.tsx'
import { LinesFrame } from './LinesFrame.tsx'
import { LineTools, Switch } from './LineTools.tsx'
import { SharedLines } from './SharedLines.tsx'

type Props = { now: Playing; locale: Locale; messages: Messages['player']; close: () => void }

/** The text of the track that plays: the spoken line is marked, and a press on a line plays it [LN-2]. */
export function LinesDialog({ now, locale, messages: { dialogClose }, close }: Props) {
  const text = useStore($trackLines)
  const trackId = trackOf(now)?.id
  const load = useCallback(() => {
    if (trackId !== undefined) void loadTrackLines(trackId)
  }, [trackId])
  useEffect(load, [load])
  const kind = now.title.product_audio_type
  return (
    <LinesFrame {...{ kind, text, locale, close }} closeText={dialogClose} retry={load}>
      {(messages) => text?.state === 'ready' && <Text key={text.trackId} {...{ now, text, messages, locale }} />}
    </LinesFrame>
  )
}

const loadPractice = () => import('./practice/LinePractice.tsx').then(({ LinePractice }) => LinePractice)

type TextProps = { now: Playing; text: ReadAlong; locale: Locale; messages: Messages['transcripts'] }

/** All lines; in a course also one after the other, for practice. */
function Text({ now, text, messages, locale }: TextProps) {
  const [isPractised, practise] = useState(false)
  const isLesson = now.title.product_audio_type === 'languagelab' && text.spoken.is_timed
  const failed = () => {
    alertOffline()
    practise(false)
  }
  return (
    <>
      <LineTools messages={messages} text={text} isShort={isPractised}>
        {!isPractised && <PlayButton messages={messages} />}
        {isLesson && (
          <Switch isOn={isPractised} onPress={() => practise(!isPractised)}>
            {messages.practise}
          </Switch>
        )}
      </LineTools>
      {isPractised ? (
        <Late load={loadPractice} failed={failed}>
          {(Part) => <Part {...{ text, messages, locale }} />}
        </Late>
      ) : (
        <SharedLines
          {...{ text, messages, locale }}
          spoken={$spokenLine}
          seek={seekTo}
          source={sourceOf(now, locale)}
        />
      )}
    </>
  )
}

const sourceOf = (now: Playing, locale: Locale): LineSource => ({
  ...titleOnCard(now, locale),
  address: (seconds) => addressAt(now, locale, seconds),
})

function PlayButton({ messages }: { messages: Messages['transcripts'] }) {
  const now = useStore($player)
  return (
    <button type="button" className="button" onClick={() => void togglePlay()}>
      {isOn(now) ? messages.pause : messages.play}
    </button>
  )
}
