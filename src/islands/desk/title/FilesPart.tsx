import { useStore } from '@nanostores/react'
import { useState, type DragEvent } from 'react'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { takeFile } from '#stores/desk/titles/take-file.ts'
import { $uploads, $whole, addFiles, continueUploads, forgetUpload, type Upload } from '#stores/desk/titles/uploads.ts'
import { droppedFiles } from './dropped-files.ts'
import { useEditor } from './editor-text.ts'
import { FileButton } from './FileButton.tsx'

/** Where files and folders are dropped or chosen, and how far each of them came. */
export function FilesPart() {
  const { messages } = useEditor()
  const uploads = useStore($uploads)
  const [isOver, setOver] = useState(false)
  const drop = async (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    await addFiles(await droppedFiles(event.dataTransfer), takeFile)
  }
  const choose = (files: readonly File[]) => void addFiles(files, takeFile)
  return (
    <section className="desk-panel">
      <h2>{messages.filesTitle}</h2>
      <div
        className="title-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => void drop(event)}
      >
        <p>{messages.dropHere}</p>
        <div className="desk-buttons">
          <FileButton label={messages.chooseFiles} onFiles={choose} isMany />
          <FileButton label={messages.chooseFolder} onFiles={choose} isFolder />
        </div>
      </div>
      {uploads.length > 0 && <Whole />}
      <ul role="list" className="title-uploads">
        {uploads.map((upload) => (
          <UploadLine key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

const percentOf = (sent: number, size: number): number => (size > 0 ? Math.floor((sent / size) * 100) : 0)

function Whole() {
  const { locale, messages } = useEditor()
  const { sent, size, isRunning } = useStore($whole)
  const uploads = useStore($uploads)
  const percent = percentOf(sent, size)
  const text = interpolate(messages.wholeProgress, { percent: count(percent, locale) })
  const isStopped = uploads.some(({ state }) => state === 'stopped')
  return (
    <div className="desk-part">
      {isRunning && (
        <label>
          {text}
          <progress max={100} value={percent} />
        </label>
      )}
      <p role="status">{!isRunning && size > 0 ? messages.allSent : ''}</p>
      {isStopped && (
        <div className="notice" role="alert">
          <p>{messages.uploadStates.stopped}</p>
          <button type="button" className="button" onClick={continueUploads}>
            {messages.continueNow}
          </button>
        </div>
      )}
    </div>
  )
}

function UploadLine({ upload: { id, name, size, sent, state, fault } }: { upload: Upload }) {
  const { locale, messages } = useEditor()
  const kinds: Record<string, string> = messages.kinds
  const percent = percentOf(sent, size)
  const isSending = state === 'sending' || state === 'checking'
  return (
    <li data-state={state}>
      <span>{name}</span>
      {isSending ? (
        <progress
          max={100}
          value={percent}
          aria-label={interpolate(messages.fileProgress, { name, percent: count(percent, locale) })}
        />
      ) : (
        <span className="soft">{messages.uploadStates[state]}</span>
      )}
      {state === 'wrong' && (
        <span role="alert" className="failure">
          {kinds[fault ?? ''] ?? messages.kinds.other}
        </span>
      )}
      {!isSending && (
        <button
          type="button"
          className="link"
          aria-label={interpolate(messages.forget, { name })}
          onClick={() => forgetUpload(id)}
        >
          ×
        </button>
      )}
    </li>
  )
}
