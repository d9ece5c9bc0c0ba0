import { useStore } from '@nanostores/react'
import { deskPath } from '#i18n/desk-paths.ts'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { useEditor } from '#islands/desk/title/editor-text.ts'
import { $loaded } from '#stores/desk/titles/editor.ts'

/** What is to be looked at in the sound of a saved track, with the way to it. */
export function TrackSound({ audio }: { audio: string | null }) {
  const { locale, messages } = useEditor()
  const loaded = useStore($loaded)
  if (loaded.state !== 'ready' || audio === null) return null
  const { id, sound } = loaded.value
  const track = sound?.tracks.find((one) => one.audio === audio)
  if (!track) return null
  const text = {
    waiting: messages.soundWaits,
    failed: messages.soundFails,
    ready:
      track.findings > 0
        ? interpolate(messages.soundFound, { count: count(track.findings, locale) })
        : messages.soundFine,
  }[track.state]
  return (
    <a className="title-sound" href={deskPath('sound', locale, { id })}>
      {text}
    </a>
  )
}
