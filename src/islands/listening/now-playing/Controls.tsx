import { useStore } from '@nanostores/react'
import { clock, digits } from '#i18n/format.ts'
import { skip } from '#stores/listening/player/player.ts'
import { $playerTime } from '#stores/listening/player/state.ts'
import type { DialogProps } from '../dialogs/PlayerDialog.tsx'
import { MainButton, NextButton, PreviousButton } from '../controls/RoundButtons.tsx'
import { SeekSlider } from '../controls/SeekSlider.tsx'

type Props = Omit<DialogProps, 'close' | 'show'>

const FAR_SECONDS = 30

/** Position in the track, and the large buttons. */
export function Controls(props: Props) {
  const { now, messages } = props
  return (
    <>
      <Seek {...props} />
      <div className="player-now-controls">
        <div className="player-now-play">
          <PreviousButton messages={messages} className="player-round" />
          <MainButton {...{ now, messages }} className="player-round player-now-main" />
          <NextButton {...{ now, messages }} className="player-round" />
        </div>
        <Skips {...props} />
      </div>
    </>
  )
}

function Skips({ messages, dialogMessages, locale }: Props) {
  return [
    { by: -FAR_SECONDS, label: dialogMessages.farBack, text: `−${digits(FAR_SECONDS, locale)}` },
    { by: -10, label: messages.back, text: `−${digits(10, locale)}` },
    { by: 10, label: messages.forward, text: `+${digits(10, locale)}` },
    { by: FAR_SECONDS, label: dialogMessages.farForward, text: `+${digits(FAR_SECONDS, locale)}` },
  ].map(({ by, label, text }) => (
    <button
      key={by}
      type="button"
      className="player-round"
      aria-label={label}
      onClick={() => skip(Math.sign(by), Math.abs(by))}
    >
      <span aria-hidden="true">{text}</span>
    </button>
  ))
}

function Seek({ messages, locale, time }: Props) {
  const { seconds, length } = useStore($playerTime)
  return (
    <div className="player-now-seek">
      <SeekSlider {...{ messages, locale, time }} />
      <span aria-hidden="true">{clock(seconds, locale)}</span>
      <span aria-hidden="true">−{clock(Math.max(0, length - seconds), locale)}</span>
    </div>
  )
}
