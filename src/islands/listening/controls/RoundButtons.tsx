import type { Messages } from '#i18n/namespaces.ts'
import { nextTrack, previousTrack, togglePlay } from '#stores/listening/player/player.ts'
import { isOn, type PlayerState, type Playing } from '#stores/listening/player/state.ts'
import { pressable } from '#ui/pressable.ts'
import { Icon } from '../Icon.tsx'

/** The buttons of the bar and of what fills the window differ in their class only. */
type Props = { now: PlayerState & Playing; messages: Messages['player']; className: string }

export const PreviousButton = ({ messages, className }: Omit<Props, 'now'>) => (
  <button type="button" className={className} aria-label={messages.previous} onClick={() => void previousTrack()}>
    <Icon name="first" />
  </button>
)

export const MainButton = ({ now, messages, className }: Props) => (
  <button
    type="button"
    className={className}
    aria-label={isOn(now) ? messages.pause : messages.play}
    aria-busy={now.state === 'loading'}
    onClick={() => void togglePlay()}
  >
    <Icon name={isOn(now) ? 'pause' : 'play'} />
  </button>
)

export const NextButton = ({ now, messages, className }: Props) => (
  <button
    type="button"
    className={className}
    aria-label={messages.next}
    {...pressable(now.index + 1 >= now.title.tracks.length, nextTrack)}
  >
    <Icon name="last" />
  </button>
)
