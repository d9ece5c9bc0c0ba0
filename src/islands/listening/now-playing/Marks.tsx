import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { localeOfName, nameOrEnglish } from '#contract/text/translation.ts'
import { clock } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { pathTo } from '#i18n/paths.ts'
import { MarkItem } from '#islands/library/marks/MarkItem.tsx'
import { useRemoval } from '#islands/library/marks/use-removal.tsx'
import type { ShownMark } from '#stores/library/marks/mark-queue.ts'
import {
  $isUnsaved,
  $marks,
  $newMark,
  addMark,
  changeMark,
  closeNewMark,
  sendMarks,
} from '#stores/library/marks/marks.ts'
import { $range, playMark } from '#stores/library/marks/play-mark.ts'
import { $playerTime, trackOf } from '#stores/listening/player/state.ts'
import type { DialogProps } from '../dialogs/PlayerDialog.tsx'

type Props = Pick<DialogProps, 'now' | 'locale' | 'dialogMessages'>

/** Marks the second at which it was pressed. */
export function MarkButton({ now, dialogMessages: { marks: messages } }: Omit<Props, 'locale'>) {
  return (
    <button type="button" className="player-chip" onClick={() => addMark(now, $playerTime.get().seconds)}>
      {messages.mark}
    </button>
  )
}

/** The marks of the title that plays. */
export function Marks(props: Props) {
  const { locale, dialogMessages } = props
  const { marks: messages } = dialogMessages
  const isUnsaved = useStore($isUnsaved)
  const { remove, note } = useRemoval(messages)
  useEffect(() => {
    void sendMarks()
    return closeNewMark
  }, [])
  return (
    <div className="player-marked">
      <h3>{messages.marks}</h3>
      {isUnsaved && <p role="alert">{messages.unsaved}</p>}
      <MarkList {...props} remove={remove} />
      {note}
      <RangeNote {...{ locale, messages }} />
      <a href={pathTo('marks', locale)} data-astro-history="replace">
        {messages.all}
      </a>
    </div>
  )
}

function MarkList({ now, locale, dialogMessages, remove }: Props & { remove: (mark: ShownMark) => void }) {
  const { title } = now
  const { marks: messages } = dialogMessages
  const all = useStore($marks).filter((mark) => mark.product_id === title.id)
  const newest = useStore($newMark)
  const found = title.tracks.flatMap((track) =>
    all.flatMap((mark) => (mark.track_id === track.id ? { mark, track } : [])),
  )
  if (found.length === 0) return <p>{messages.none}</p>
  return (
    <ul role="list" className="player-marks">
      {found.map(({ mark, track }) => (
        <MarkItem
          key={`${mark.id}${mark.id === newest}`}
          {...{ mark, title, locale, messages }}
          name={nameOrEnglish(track, locale)}
          nameLang={localeOfName(track, locale)}
          isNew={mark.id === newest}
          play={() => void playMark(mark)}
          remove={() => remove(mark)}
        >
          <RangeButton {...{ mark, now, messages }} />
        </MarkItem>
      ))}
    </ul>
  )
}

type PartProps = { messages: Props['dialogMessages']['marks'] }

/** The second press of a range: where the sound is now, after its beginning in the same track. */
function RangeButton({ mark, now, messages }: PartProps & Pick<Props, 'now'> & { mark: ShownMark }) {
  const seconds = Math.floor(useStore($playerTime).seconds)
  if (trackOf(now)?.id !== mark.track_id || seconds <= mark.seconds) return null
  return (
    <button type="button" className="button quiet" onClick={() => changeMark(mark, { until: seconds })}>
      {messages.endRange}
    </button>
  )
}

function RangeNote({ locale, messages }: PartProps & Pick<Props, 'locale'>) {
  const range = useStore($range)
  const times = range?.until && { from: clock(range.seconds, locale), until: clock(range.until, locale) }
  const text = times ? interpolate(messages.rangeOf, times) : ''
  return <p role="status">{range?.isEnded ? messages.rangeEnded : text}</p>
}
