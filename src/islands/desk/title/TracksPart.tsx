import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import type { TrackEdit } from '#contract/desk/titles/title-edit.ts'
import { clock, count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { deskFault, useDesk } from '#islands/desk/desk-context.tsx'
import { nameOf } from '#islands/desk/titles/TitleList.tsx'
import { $edit, $fields } from '#stores/desk/titles/editor.ts'
import { changeTrack, moveTrack, removeTrack, replaceSound } from '#stores/desk/titles/take-file.ts'
import { addFiles } from '#stores/desk/titles/uploads.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { fieldFault, useEditor } from './editor-text.ts'
import { useRowIds } from '#islands/desk/lists/use-row-ids.ts'
import { TrackSound } from '#islands/desk/sound/TrackSound.tsx'
import { FileButton } from '#islands/desk/files/FileButton.tsx'

/** The tracks in their order: moved by dragging or by buttons, each move is announced. */
export function TracksPart() {
  const { locale, messages } = useEditor()
  const edit = useStore($edit)
  const fields = useStore($fields)
  const [announced, setAnnounced] = useState('')
  if (!edit) return null
  const { tracks } = edit
  const fault = fieldFault(messages, fields, 'tracks')
  const seconds = tracks.reduce((sum, track) => sum + (track.seconds ?? 0), 0)
  return (
    <section className="desk-panel" data-at="tracks">
      <h2>{messages.tracksTitle}</h2>
      <p className="soft">
        {tracks.length === 0
          ? messages.noTracks
          : interpolate(messages.trackCount, { count: count(tracks.length, locale), time: clock(seconds, locale) })}
      </p>
      {tracks.length > 1 && <p className="soft">{messages.tracksHelp}</p>}
      {fault && (
        <p role="alert" className="failure">
          {fault}
        </p>
      )}
      <p role="status" className="unseen">
        {announced}
      </p>
      <TrackList tracks={tracks} tell={setAnnounced} />
    </section>
  )
}

type ListProps = { tracks: TrackEdit[]; tell: (text: string) => void }

function TrackList({ tracks, tell }: ListProps) {
  const [dragged, setDragged] = useState<number>()
  const { listed, move, step } = useMoves({ tracks, tell })
  const ids = useRowIds(tracks)
  const { locale } = useEditor()
  return (
    <ol role="list" className="title-tracks" ref={listed}>
      {tracks.map((track, at) => (
        // oxlint-disable-next-line no-noninteractive-element-interactions -- the buttons move it by keys
        <li
          key={ids[at]}
          data-dragged={dragged === at || undefined}
          data-silent={track.audio === null || undefined}
          onDragOver={(event) => dragged !== undefined && event.preventDefault()}
          onDrop={(event) => {
            if (dragged === undefined) return
            event.preventDefault()
            move(dragged, at)
            setDragged(undefined)
          }}
        >
          {/* The handle alone: in the fields the mouse selects text. */}
          <span
            className="title-handle"
            aria-hidden="true"
            draggable
            onDragStart={({ dataTransfer }) => {
              dataTransfer.effectAllowed = 'move'
              setDragged(at)
            }}
            onDragEnd={() => setDragged(undefined)}
          >
            {count(at + 1, locale)}
          </span>
          <TrackLine {...{ track, at, step }} of={tracks.length} tell={tell} />
        </li>
      ))}
    </ol>
  )
}

/** Moves tracks and says where they are now. */
function useMoves({ tracks, tell }: ListProps) {
  const { locale, messages } = useEditor()
  const listed = useRef<HTMLOListElement>(null)
  const move = (from: number, to: number) => {
    const track = tracks[from]
    if (!track || to < 0 || to >= tracks.length || from === to) return
    moveTrack(from, to)
    const place = {
      name: trackName(track, from, locale),
      place: count(to + 1, locale),
      count: count(tracks.length, locale),
    }
    tell(interpolate(messages.moved, place))
  }
  /** The button that was pressed goes along with its track. */
  const step = (from: number, by: 1 | -1) => {
    move(from, from + by)
    requestAnimationFrame(() => {
      const row = listed.current?.children[from + by]
      const button = row?.querySelector<HTMLElement>(by < 0 ? '[data-up]' : '[data-down]')
      button?.focus()
    })
  }
  return { listed, move, step }
}

const trackName = ({ translations: { en, mr } }: TrackEdit, at: number, locale: Locale): string =>
  nameOf({ en: en?.name, mr: mr?.name }, locale) || count(at + 1, locale)

type LineProps = {
  track: TrackEdit
  at: number
  of: number
  step: (from: number, by: 1 | -1) => void
  tell: (text: string) => void
}

function TrackLine({ track, at, of, step, tell }: LineProps) {
  const { locale, messages } = useEditor()
  return (
    <>
      <TrackNames {...{ track, at }} />
      <span className="soft number">{track.audio ? clock(track.seconds ?? 0, locale) : messages.trackSilent}</span>
      <TrackSound audio={track.audio} />
      <label className="title-free">
        <input
          type="checkbox"
          checked={track.isFree}
          onChange={({ target }) => changeTrack(at, { isFree: target.checked })}
        />
        {messages.trackFree}
      </label>
      <TrackActions {...{ track, at, of, step, tell }} />
    </>
  )
}

function TrackNames({ track, at }: Pick<LineProps, 'track' | 'at'>) {
  const { locale, messages } = useEditor()
  const place = count(at + 1, locale)
  return (
    <div className="title-pair">
      {LOCALES.map((one) => (
        <input
          key={one}
          lang={one}
          aria-label={interpolate(messages.trackName[one], { place })}
          placeholder={messages.inLanguage[one]}
          value={track.translations[one]?.name ?? ''}
          maxLength={300}
          onChange={({ target }) =>
            changeTrack(at, {
              translations: { ...track.translations, [one]: { ...track.translations[one], name: target.value } },
            })
          }
        />
      ))}
    </div>
  )
}

/** Takes another sound for the track of the press; says which one has it, by the name and the place it has then. */
function useReplace({ track, tell }: Pick<LineProps, 'track' | 'tell'>) {
  const { locale, messages } = useEditor()
  const { messages: shared } = useDesk()
  return ([file]: readonly File[]) => {
    if (!file) return
    void addFiles([file], (stored) => {
      if (stored.kind !== 'audio') return
      const at = replaceSound(track, stored)
      const now = $edit.get()?.tracks[at]
      if (now) tell(interpolate(messages.replaced, { name: trackName(now, at, locale) }))
      else showToast(deskFault(shared, 'notFound'), { kind: 'failed' })
    })
  }
}

function TrackActions({ track, at, of, step, tell }: LineProps) {
  const { locale, messages } = useEditor()
  const replace = useReplace({ track, tell })
  const name = { name: trackName(track, at, locale) }
  const place = count(at + 1, locale)
  return (
    <div className="title-actions" role="group" aria-label={interpolate(messages.trackPlace, { place })}>
      <MoveButtons {...{ at, of, step }} name={name.name} />
      <FileButton
        label={messages.replaceShort}
        name={interpolate(messages.replaceSound, name)}
        onFiles={replace}
        accept="audio/*,.mp3,.m4a,.m4b,.wav,.flac,.ogg"
      />
      <button
        type="button"
        className="button quiet"
        aria-label={interpolate(messages.removeTrack, name)}
        onClick={() => {
          removeTrack(at)
          tell(interpolate(messages.removed, name))
        }}
      >
        {messages.removeShort}
      </button>
    </div>
  )
}

type MoveProps = Pick<LineProps, 'at' | 'of' | 'step'> & { name: string }

function MoveButtons({ at, of, step, name }: MoveProps) {
  const { messages } = useEditor()
  return (
    <>
      <button
        type="button"
        data-up
        className="button quiet"
        aria-label={interpolate(messages.moveUp, { name })}
        aria-disabled={at === 0}
        onClick={() => step(at, -1)}
      >
        ↑
      </button>
      <button
        type="button"
        data-down
        className="button quiet"
        aria-label={interpolate(messages.moveDown, { name })}
        aria-disabled={at === of - 1}
        onClick={() => step(at, 1)}
      >
        ↓
      </button>
    </>
  )
}
