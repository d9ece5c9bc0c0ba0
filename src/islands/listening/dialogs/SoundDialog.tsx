import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { megabytesOf } from '#contract/offline/megabytes.ts'
import { digits } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { $savedSeconds } from '#stores/listening/player-memory.ts'
import { $isLoaded, trackOf } from '#stores/listening/player/state.ts'
import {
  $editionChange,
  $trackEditions,
  chooseEdition,
  loadTrackEditions,
  shortenPauses,
  type TrackEditions,
} from '#stores/listening/sound/change-edition.ts'
import {
  $editionChoice,
  $shortensPauses,
  EDITION_CHOICES,
  wantedEdition,
  type EditionChoice,
} from '#stores/listening/sound/choices.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { spoken } from '../spoken-time.ts'
import type { DialogProps } from './PlayerDialog.tsx'

type PartProps = Pick<DialogProps, 'locale'> & { messages: DialogProps['dialogMessages'] }

/** Which edition plays and what it weighs, and shorter pauses [SO-4] [SO-6]. */
export function SoundDialog({
  now,
  locale,
  time,
  messages: { dialogClose },
  dialogMessages: messages,
  close,
}: DialogProps) {
  // Another track may begin while the dialog is open.
  const trackId = trackOf(now)?.id
  useEffect(() => {
    if (trackId !== undefined) void loadTrackEditions()
  }, [trackId])
  return (
    <Dialog title={messages.title} close={dialogClose} isOpen onClose={close}>
      <Editions {...{ messages, locale }} />
      <Pauses {...{ messages, locale, time }} titleId={now.title.id} />
    </Dialog>
  )
}

/** Which edition plays; whoever draws it loads what the track has. */
export function Editions({ messages, locale }: PartProps) {
  const chosen = useStore($editionChoice)
  const editions = useStore($trackEditions)
  const note = useNote(messages, editions)
  const texts = (choice: EditionChoice): string => {
    if (choice === 'automatic') return messages.automaticText
    if (!editions?.bytes) return ''
    const bytes = editions.bytes[choice]
    return bytes === undefined
      ? messages.lightMissing
      : interpolate(messages.size, { size: digits(megabytesOf(bytes), locale) })
  }
  return (
    <fieldset className="player-choices">
      <legend>{messages.edition}</legend>
      {EDITION_CHOICES.map((choice) => (
        <label key={choice} className="player-choice">
          <input type="radio" name="edition" checked={choice === chosen} onChange={() => chooseEdition(choice)} />
          <span>
            {messages[choice]}
            <small>{texts(choice)}</small>
          </span>
        </label>
      ))}
      <p role="status">{note}</p>
    </fieldset>
  )
}

/** What became of the choice, in words. */
function useNote(messages: PartProps['messages'], editions: TrackEditions | undefined): string {
  const change = useStore($editionChange)
  const isLoaded = useStore($isLoaded)
  if (change !== 'none') return messages[change]
  if (!editions) return ''
  const { edition, bytes } = editions
  const wanted = wantedEdition()
  if (edition === wanted) return messages[isLoaded ? 'now' : 'next'][edition]
  return bytes && bytes.light === undefined ? messages.noLight : messages.ownCopy
}

function Pauses({ messages, locale, time, titleId }: PartProps & Pick<DialogProps, 'time'> & { titleId: number }) {
  const isOn = useStore($shortensPauses)
  const saved = useStore($savedSeconds)[titleId] ?? 0
  const text = saved < 1 ? messages.savedNone : interpolate(messages.saved, { time: spoken(saved, time, locale) })
  return (
    <div className="player-choices">
      <label className="player-choice">
        <input type="checkbox" checked={isOn} onChange={(event) => shortenPauses(event.currentTarget.checked)} />
        <span>
          {messages.pauses}
          <small>{messages.pausesText}</small>
        </span>
      </label>
      {(isOn || saved >= 1) && <p className="player-saved">{text}</p>}
    </div>
  )
}
