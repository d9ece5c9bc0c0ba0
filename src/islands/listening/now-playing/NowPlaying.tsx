import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { pictureAt } from '#contract/catalog/picture.ts'
import { nameOrEnglish } from '#contract/text/translation.ts'
import { titlePath } from '#i18n/paths.ts'
import { $recaps, wantRecap } from '#stores/listening/player/recap.ts'
import { $playerTime, mayHaveText, trackOf } from '#stores/listening/player/state.ts'
import { loadTrackEditions } from '#stores/listening/sound/change-edition.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { addressAt } from '../address-at.ts'
import type { DialogProps } from '../dialogs/PlayerDialog.tsx'
import { Editions } from '../dialogs/SoundDialog.tsx'
import { SleepTimer, Speed } from '../controls/PlayerTools.tsx'
import { Chapters } from './Chapters.tsx'
import { Controls } from './Controls.tsx'
import { MarkButton, Marks } from './Marks.tsx'
import sheet from './now-playing.css?url'
import { placePicture } from './place-picture.ts'
import { ShareButton } from './ShareButton.tsx'
import { useBack } from './use-back.ts'

/** What plays, over the whole of a phone and at the side of a wide window [RM-2]. */
export function NowPlaying(props: DialogProps) {
  const { close, messages, dialogMessages } = props
  const [isStyled, setStyled] = useState(false)
  useBack(close)
  const draw = () => setStyled(true)
  return (
    <>
      {/* In the island: the router takes styles out of the head of the page. */}
      <link rel="stylesheet" href={sheet} onLoad={draw} onError={draw} />
      {isStyled && (
        <Dialog title={dialogMessages.nowPlaying} close={messages.dialogClose} isOpen onClose={close}>
          <Parts {...props} />
        </Dialog>
      )}
    </>
  )
}

function Parts(props: DialogProps) {
  const { now, messages, dialogMessages, locale, time, show } = props
  const { title } = now
  const trackId = trackOf(now)?.id
  useEffect(() => {
    if (trackId !== undefined) void loadTrackEditions()
  }, [trackId])
  return (
    <div className="player-now-playing">
      <Names {...props} />
      <Controls {...{ now, messages, dialogMessages, locale, time }} />
      <div className="player-now-tools">
        <Speed {...{ now, messages, locale, time }} />
        <SleepTimer {...{ now, messages, locale, time }} />
        {mayHaveText(now) && (
          <button type="button" className="player-chip" onClick={() => show('lines')}>
            {messages.lines}
          </button>
        )}
        <MarkButton {...{ now, dialogMessages }} />
        <ShareButton
          className="player-chip"
          label={dialogMessages.share}
          copied={dialogMessages.shareCopied}
          name={nameOrEnglish(title, locale)}
          addressNow={() => addressAt(now, locale, $playerTime.get().seconds)}
          picture={{ save: dialogMessages.sharePicture, draw: () => placePicture(now, locale) }}
        />
      </div>
      <Marks {...{ now, dialogMessages, locale }} />
      <h3>{messages.tracks}</h3>
      <Chapters key={title.id} {...{ now, locale, dialogMessages }} />
      <Recap dialogMessages={dialogMessages} />
      <Editions messages={dialogMessages} locale={locale} />
    </div>
  )
}

function Names({ now, locale }: DialogProps) {
  const { title } = now
  const track = trackOf(now)
  return (
    <div className="player-now-names">
      {title.cover && <img src={pictureAt(title.cover, 640)} alt="" width="640" height="640" />}
      <p>
        <a href={titlePath(locale, title)} data-astro-history="replace">
          {nameOrEnglish(title, locale)}
        </a>
        <span aria-live="polite">{track ? nameOrEnglish(track, locale) : ''}</span>
      </p>
    </div>
  )
}

function Recap({ dialogMessages }: Pick<DialogProps, 'dialogMessages'>) {
  const isOn = useStore($recaps)
  return (
    <label className="player-choice">
      <input type="checkbox" checked={isOn} onChange={(event) => wantRecap(event.currentTarget.checked)} />
      <span>
        {dialogMessages.recap}
        <small>{dialogMessages.recapText}</small>
      </span>
    </label>
  )
}
