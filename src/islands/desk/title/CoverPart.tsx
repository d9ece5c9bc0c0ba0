import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { $edit, $fields, $loaded, changeTitle } from '#stores/desk/titles/editor.ts'
import { addFiles } from '#stores/desk/titles/uploads.ts'
import { fieldFault, useEditor } from './editor-text.ts'
import { FileButton } from '#islands/desk/files/FileButton.tsx'

/** The cover, uploaded or drawn by the shop, and the sample. */
export function CoverPart() {
  const { messages } = useEditor()
  const edit = useStore($edit)
  const loaded = useStore($loaded)
  const [isSmall, setSmall] = useState(false)
  if (!edit || loaded.state !== 'ready') return null
  const shown = edit.cover
    ? `/media/${edit.cover.slice('media/'.length)}-320.webp`
    : loaded.value.cover && `/media/${loaded.value.cover}.webp`
  const chooseCover = (files: readonly File[]) =>
    void addFiles(files.slice(0, 1), (stored) => {
      if (stored.kind !== 'picture') return
      setSmall(stored.is_small)
      changeTitle({ cover: stored.path })
    })
  return (
    <section className="desk-panel" data-at="cover">
      <h2>{messages.cover}</h2>
      <div className="title-cover">
        {shown && <img src={shown} alt={messages.coverAlt} width={160} height={160} />}
        <div className="desk-part">
          <p className="soft">{edit.cover ? messages.coverOwn : messages.coverDrawn}</p>
          {isSmall && edit.cover && <p className="notice">{messages.smallCover}</p>}
          <div className="desk-buttons">
            <FileButton label={messages.chooseCover} onFiles={chooseCover} accept="image/*" />
            {edit.cover && (
              <button type="button" className="button quiet" onClick={() => changeTitle({ cover: null })}>
                {messages.drawCover}
              </button>
            )}
          </div>
        </div>
      </div>
      <SampleFields />
      <Faulty />
    </section>
  )
}

function SampleFields() {
  const { locale, messages } = useEditor()
  const edit = useStore($edit)
  const loaded = useStore($loaded)
  if (!edit) return null
  const isMade = edit.samples.length === 0 && loaded.state === 'ready' && loaded.value.sound?.sample === 'made'
  const chooseSample = (files: readonly File[]) =>
    void addFiles(files.slice(0, 1), (stored) => stored.kind === 'audio' && changeTitle({ samples: [stored.path] }))
  return (
    <>
      <h2>{messages.sample}</h2>
      <p className="soft">
        {isMade ? messages.sampleMade : interpolate(messages.samplesNow, { count: count(edit.samples.length, locale) })}
      </p>
      <div className="desk-buttons" data-at="sample">
        <FileButton
          label={messages.chooseSample}
          onFiles={chooseSample}
          accept="audio/*,.mp3,.m4a,.m4b,.wav,.flac,.ogg"
        />
        {edit.samples.length > 0 && (
          <button type="button" className="button quiet" onClick={() => changeTitle({ samples: [] })}>
            {messages.removeSample}
          </button>
        )}
      </div>
    </>
  )
}

function Faulty() {
  const { messages } = useEditor()
  const fields = useStore($fields)
  const fault = fieldFault(messages, fields, 'cover') ?? fieldFault(messages, fields, 'samples')
  return (
    fault && (
      <p role="alert" className="failure">
        {fault}
      </p>
    )
  )
}
