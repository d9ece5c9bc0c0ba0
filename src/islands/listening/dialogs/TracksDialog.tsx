import { useStore } from '@nanostores/react'
import { localeOfName, nameOrEnglish } from '#contract/translation.ts'
import type { Locale } from '#contract/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { clock, digits } from '#i18n/format.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { playTrack } from '#stores/listening/player/player.ts'
import { $titleTime, type Playing } from '#stores/listening/player/state.ts'
import { Dialog } from '#ui/Dialog.tsx'

type Props = { now: Playing; messages: Messages['player']; locale: Locale; isOpen: boolean; close: () => void }

/** The tracks of the title that plays. */
export function TracksDialog({ now, messages, locale, isOpen, close }: Props) {
  const { title, index } = now
  return (
    <Dialog
      title={interpolate(messages.tracksOf, { title: nameOrEnglish(title, locale) })}
      close={messages.dialogClose}
      isOpen={isOpen}
      onClose={close}
    >
      <TitleLeft messages={messages} locale={locale} />
      <ol role="list" className="player-tracks">
        {title.tracks.map((track, at) => (
          <li key={track.id}>
            <button type="button" aria-current={at === index ? 'true' : undefined} onClick={() => void playTrack(at)}>
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

function TitleLeft({ messages, locale }: { messages: Messages['player']; locale: Locale }) {
  const { seconds, length } = useStore($titleTime)
  const part = length > 0 ? Math.floor((seconds / length) * 100) : 0
  return (
    <p>
      {interpolate(messages.titleLeft, {
        part: digits(part, locale),
        time: clock(Math.max(0, length - seconds), locale),
      })}
    </p>
  )
}
