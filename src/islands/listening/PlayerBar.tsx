import { useStore } from '@nanostores/react'
import { useCallback, useState } from 'react'
import { nameOrEnglish } from '#contract/translation.ts'
import type { Locale } from '#contract/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { pathTo } from '#i18n/paths.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { closePlayer, nextTrack, previousTrack, skip, togglePlay } from '#stores/listening/player/player.ts'
import { $player, $titleTime, trackOf, type PlayerState, type Playing } from '#stores/listening/player/state.ts'
import { Icon } from './Icon.tsx'
import { KeysDialog } from './dialogs/KeysDialog.tsx'
import { PlayerNotes } from './PlayerNotes.tsx'
import { PlayerSlider } from './PlayerSlider.tsx'
import { PlayerTools } from './PlayerTools.tsx'
import type { TimeMessages } from './spoken-time.ts'
import { TracksDialog } from './dialogs/TracksDialog.tsx'
import { usePlayerKeys } from './use-player-keys.ts'

type Props = { messages: Messages['player']; locale: Locale; time: TimeMessages }

function closeBar(): void {
  closePlayer()
  // The pressed button is no longer in the document, so the focus needs a new place.
  document.getElementById('content')?.focus({ preventScroll: true })
}

/** The full player at the foot of every page (PL-1). */
export function PlayerBar({ messages, locale, time }: Props) {
  const now = useStore($player)
  const [isOpen, open] = useState(false)
  const [dialog, show] = useState<'tracks' | 'keys'>()
  const showKeys = useCallback(() => show('keys'), [])
  usePlayerKeys(showKeys)
  if (now.state === 'idle') return null

  return (
    <>
      <section
        id="player"
        tabIndex={-1}
        className="sound-bar player"
        aria-label={messages.player}
        data-open={isOpen ? '' : undefined}
        data-state={now.state}
      >
        <TitleProgress />
        <PlayerNotes {...{ now, messages, locale }} />
        <div className="sound-inner">
          <NowPlaying {...{ now, messages, locale }} />
          <Controls {...{ now, messages, locale }} />
          <PlayerSlider {...{ messages, locale, time }} />
          <PlayerTools {...{ now, messages, locale, time, show }} />
          <BarButtons {...{ messages, isOpen }} toggle={() => open(!isOpen)} />
        </div>
      </section>
      {/* Beside the bar, whose colours are for the dark. */}
      <div className="player-dialogs">
        <TracksDialog {...{ now, messages, locale }} isOpen={dialog === 'tracks'} close={() => show(undefined)} />
        <KeysDialog messages={messages} isOpen={dialog === 'keys'} close={() => show(undefined)} />
      </div>
    </>
  )
}

type BarButtonsProps = Pick<Props, 'messages'> & { isOpen: boolean; toggle: () => void }

/** Shows more of the bar where it is narrow, and closes it. */
function BarButtons({ messages, isOpen, toggle }: BarButtonsProps) {
  return (
    <>
      <button
        type="button"
        className="sound-round player-more"
        aria-label={messages.more}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <Icon name="up" />
      </button>
      <button type="button" className="sound-round player-away" aria-label={messages.close} onClick={closeBar}>
        <Icon name="close" />
      </button>
    </>
  )
}

/** Progress of the whole title. */
function TitleProgress() {
  const { seconds, length } = useStore($titleTime)
  const part = length > 0 ? seconds / length : 0
  return (
    <div className="sound-track" aria-hidden="true">
      <div ref={(bar) => bar?.style.setProperty('transform', `scaleX(${part})`)} />
    </div>
  )
}

type PartProps = { now: PlayerState & Playing; messages: Messages['player']; locale: Locale }

function NowPlaying({ now, messages, locale }: PartProps) {
  const { title, index } = now
  const track = trackOf(now)
  const page = title.product_audio_type === 'languagelab' ? 'course' : 'product'
  const place = interpolate(messages.trackOf, {
    n: digits(index + 1, locale),
    count: digits(title.tracks.length, locale),
  })
  const name = track ? nameOrEnglish(track, locale) : ''
  return (
    <a className="sound-what" href={pathTo(page, locale, { id: title.id, slug: title.product_slug })}>
      {title.cover && <img src={`${title.cover.base}-160.webp`} alt="" width="56" height="56" />}
      <span>
        <strong>{nameOrEnglish(title, locale)}</strong>
        {/* Screen readers announce a change of track, not every second (WCAG 4.1.3). */}
        <small aria-live="polite">{now.state === 'loading' ? messages.loading : `${name} · ${place}`}</small>
      </span>
    </a>
  )
}

function Controls({ now, messages, locale }: PartProps) {
  const isOn = now.state === 'playing' || now.state === 'loading' || now.state === 'waiting'
  const ten = digits(10, locale)
  return (
    <div className="sound-controls">
      <button
        type="button"
        className="sound-round player-far"
        aria-label={messages.previous}
        onClick={() => void previousTrack()}
      >
        <Icon name="first" />
      </button>
      <button type="button" className="sound-round" aria-label={messages.back} onClick={() => skip(-1)}>
        <span aria-hidden="true">−{ten}</span>
      </button>
      <button
        type="button"
        className="sound-round sound-main"
        aria-label={isOn ? messages.pause : messages.play}
        aria-busy={now.state === 'loading'}
        onClick={() => void togglePlay()}
      >
        <Icon name={isOn ? 'pause' : 'play'} />
      </button>
      <button type="button" className="sound-round" aria-label={messages.forward} onClick={() => skip(1)}>
        <span aria-hidden="true">+{ten}</span>
      </button>
      <button
        type="button"
        className="sound-round player-far"
        aria-label={messages.next}
        disabled={now.index + 1 >= now.title.tracks.length}
        onClick={() => void nextTrack()}
      >
        <Icon name="last" />
      </button>
    </div>
  )
}
