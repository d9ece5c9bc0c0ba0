import { useStore } from '@nanostores/react'
import { localeOfName, nameOrEnglish } from '#contract/text/translation.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { clock, digits } from '#i18n/format.ts'
import { resumeTrack } from '#stores/listening/player/player.ts'
import { $titleTime } from '#stores/listening/player/state.ts'
import { Dialog } from '#ui/Dialog.tsx'
import type { DialogProps } from './PlayerDialog.tsx'

/** The tracks of the title that plays. */
export function TracksDialog({ now, messages, dialogMessages, locale, close }: DialogProps) {
  const { title, index } = now
  return (
    <Dialog
      title={interpolate(dialogMessages.tracksOf, { title: nameOrEnglish(title, locale) })}
      close={messages.dialogClose}
      isOpen
      onClose={close}
    >
      <TitleLeft {...{ dialogMessages, locale }} />
      <ol role="list" className="player-tracks">
        {title.tracks.map((track, at) => (
          <li key={track.id}>
            <button type="button" aria-current={at === index ? 'true' : undefined} onClick={() => void resumeTrack(at)}>
              <span>{digits(at + 1, locale)}</span>
              <span lang={localeOfName(track, locale)}>{nameOrEnglish(track, locale)}</span>
              <span>{clock(track.track_length, locale)}</span>
            </button>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

function TitleLeft({ dialogMessages, locale }: Pick<DialogProps, 'dialogMessages' | 'locale'>) {
  const { seconds, length } = useStore($titleTime)
  const part = length > 0 ? Math.floor((seconds / length) * 100) : 0
  return (
    <p>
      {interpolate(dialogMessages.titleLeft, {
        part: digits(part, locale),
        time: clock(Math.max(0, length - seconds), locale),
      })}
    </p>
  )
}
