import { useStore } from '@nanostores/react'
import { useCallback, useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import { pictureAt } from '#contract/catalog/picture.ts'
import { nameOrEnglish } from '#contract/text/translation.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { titlePath } from '#i18n/paths.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { closePlayer, skip } from '#stores/listening/player/player.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'
import { $player, $titleTime, trackOf, type PlayerState, type Playing } from '#stores/listening/player/state.ts'
import { Icon } from './Icon.tsx'
import type { DialogName } from './dialogs/PlayerDialog.tsx'
import { PlayerNotes } from './PlayerNotes.tsx'
import { PlayerSlider } from './controls/PlayerSlider.tsx'
import { PlayerTools } from './controls/PlayerTools.tsx'
import { MainButton, NextButton, PreviousButton } from './controls/RoundButtons.tsx'
import type { TimeMessages } from './spoken-time.ts'
import { useFolding, usePlayerKeys } from './use-player-keys.ts'

type Props = { messages: Messages['player']; locale: Locale; time: TimeMessages }

type LateDialog = typeof import('./dialogs/PlayerDialog.tsx').PlayerDialog

/** One dialog at a time. Without a network the first of them cannot be fetched, and the page says so. */
function useDialog() {
  const [dialog, setDialog] = useState<{ name: DialogName; Late: LateDialog }>()
  const close = useCallback(() => setDialog(undefined), [])
  const show = useCallback((name: DialogName) => {
    import('./dialogs/PlayerDialog.tsx').then(
      ({ PlayerDialog }) => setDialog({ name, Late: PlayerDialog }),
      alertOffline,
    )
  }, [])
  return { dialog, show, close }
}

const SWIPE_PIXELS = 40
/** A finger that goes up over the bar opens what fills the window. Sliders are moved to the side. */
function useSwipe(open: () => void) {
  const from = useRef<number>(undefined)
  return {
    onPointerDown: (event: PointerEvent) =>
      void (from.current = event.pointerType === 'touch' ? event.clientY : undefined),
    onPointerUp: (event: PointerEvent) => {
      if (from.current !== undefined && from.current - event.clientY > SWIPE_PIXELS) open()
      from.current = undefined
    },
  }
}

function closeBar(): void {
  closePlayer()
  // The pressed button is no longer in the document, so the focus needs a new place.
  document.getElementById('content')?.focus({ preventScroll: true })
}

/** The full player at the foot of every page [PL-1]. */
export function PlayerBar({ messages, locale, time }: Props) {
  const now = useStore($player)
  const [isOpen, open] = useState(false)
  const { dialog, show, close } = useDialog()
  const openNow = () => show('now')
  const swipe = useSwipe(openNow)
  usePlayerKeys(show)
  useFolding(isOpen, open)
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
        {...swipe}
      >
        <TitleProgress />
        <PlayerNotes {...{ now, messages, locale }} />
        <div className="sound-inner">
          <WhatPlays {...{ now, messages, locale }} open={openNow} />
          <Controls {...{ now, messages, locale }} />
          {/* Before what it shows: Tab leads into that. */}
          <MoreButton {...{ messages, isOpen }} toggle={() => open(!isOpen)} />
          <PlayerSlider {...{ messages, locale, time }} />
          <PlayerTools {...{ now, messages, locale, time, show }} />
          <CloseButton messages={messages} />
        </div>
      </section>
      {/* Beside the bar, whose colours are for the dark. */}
      <div className="player-dialogs">
        {dialog && <dialog.Late name={dialog.name} {...{ now, messages, locale, time, close, show }} />}
      </div>
    </>
  )
}

type MoreProps = Pick<Props, 'messages'> & { isOpen: boolean; toggle: () => void }

/** Shows more of the bar where it is narrow. */
function MoreButton({ messages, isOpen, toggle }: MoreProps) {
  return (
    <button
      type="button"
      className="sound-round player-more"
      aria-label={messages.more}
      aria-expanded={isOpen}
      onClick={toggle}
    >
      <Icon name="up" />
    </button>
  )
}

function CloseButton({ messages }: Pick<Props, 'messages'>) {
  return (
    <button type="button" className="sound-round player-away" aria-label={messages.close} onClick={closeBar}>
      <Icon name="close" />
    </button>
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

/** Opens what fills the window; a press for another tab opens the page of the title there. */
function WhatPlays({ now, messages, locale, open }: PartProps & { open: () => void }) {
  const { title, index } = now
  const track = trackOf(now)
  const place = interpolate(messages.trackOf, {
    n: digits(index + 1, locale),
    count: digits(title.tracks.length, locale),
  })
  const name = track ? nameOrEnglish(track, locale) : ''
  const press = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open()
  }
  return (
    <a className="sound-what" href={titlePath(locale, title)} aria-haspopup="dialog" onClick={press}>
      {title.cover && <img src={pictureAt(title.cover, 160)} alt="" width="56" height="56" />}
      <span>
        <strong>{nameOrEnglish(title, locale)}</strong>
        {/* Screen readers announce a change of track, not every second (WCAG 4.1.3). */}
        <small aria-live="polite">{now.state === 'loading' ? messages.loading : `${name} · ${place}`}</small>
      </span>
    </a>
  )
}

function Controls({ now, messages, locale }: PartProps) {
  const ten = digits(10, locale)
  return (
    <div className="sound-controls">
      <PreviousButton messages={messages} className="sound-round player-far" />
      <button type="button" className="sound-round" aria-label={messages.back} onClick={() => skip(-1)}>
        <span aria-hidden="true">−{ten}</span>
      </button>
      <MainButton {...{ now, messages }} className="sound-round sound-main" />
      <button type="button" className="sound-round" aria-label={messages.forward} onClick={() => skip(1)}>
        <span aria-hidden="true">+{ten}</span>
      </button>
      <NextButton {...{ now, messages }} className="sound-round player-far" />
    </div>
  )
}
