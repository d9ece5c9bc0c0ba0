import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Locale } from '#contract/locale.ts'
import type { ReadAlong } from '#contract/read-along.ts'
import { loadMessages } from '#i18n/load-messages.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { togglePlay } from '#stores/listening/player/player.ts'
import { $player, isOn, trackOf, type Playing } from '#stores/listening/player/state.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'
import { $trackLines, loadTrackLines, type TrackLines } from '#stores/transcripts/track-lines.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Late } from '#ui/Late.tsx'
import { LineList } from './LineList.tsx'
import { LineTools, Switch } from './LineTools.tsx'
import sheet from './lines.css?url'

type Props = { now: Playing; locale: Locale; messages: Messages['player']; close: () => void }

/** The text of the track that plays: the spoken line is marked, and a press on a line plays it [LN-2]. */
export function LinesDialog({ now, locale, messages: { dialogClose }, close }: Props) {
  const [messages, setMessages] = useState<Messages['transcripts']>()
  const [isStyled, setStyled] = useState(false)
  const text = useStore($trackLines)
  useEffect(() => void loadMessages(locale, 'transcripts').then(setMessages, close), [locale, close])
  const trackId = trackOf(now)?.id
  useEffect(() => {
    if (trackId !== undefined) void loadTrackLines(trackId)
  }, [trackId])
  const show = () => setStyled(true)
  return (
    <>
      {/* In the island: the router takes styles out of the head of the page. */}
      <link rel="stylesheet" href={sheet} onLoad={show} onError={show} />
      {messages && isStyled && (
        <Dialog title={messages.title} close={dialogClose} isOpen onClose={close}>
          <div className="lines" data-kind={now.title.product_audio_type}>
            {text?.state === 'ready' ? (
              <Text key={text.trackId} {...{ now, text, messages, locale }} />
            ) : (
              <Missing {...{ text, messages, trackId }} />
            )}
          </div>
        </Dialog>
      )}
    </>
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
        <LineList {...{ now, text, messages, locale }} />
      )}
    </>
  )
}

function PlayButton({ messages }: { messages: Messages['transcripts'] }) {
  const now = useStore($player)
  return (
    <button type="button" className="button" onClick={() => void togglePlay()}>
      {isOn(now) ? messages.pause : messages.play}
    </button>
  )
}

type MissingProps = {
  text: Exclude<TrackLines, { state: 'ready' }> | undefined
  messages: Messages['transcripts']
  trackId: number | undefined
}
function Missing({ text, messages, trackId }: MissingProps) {
  const state = text?.state ?? 'loading'
  return (
    <>
      <p role="status">
        {text?.state === 'failed' ? messages[text.fault] : state === 'none' ? messages.none : messages.loading}
      </p>
      {state === 'failed' && trackId !== undefined && (
        <button type="button" className="button quiet" onClick={() => void loadTrackLines(trackId)}>
          {messages.tryAgain}
        </button>
      )}
    </>
  )
}
