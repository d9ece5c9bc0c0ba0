import { useStore } from '@nanostores/react'
import { percentSent } from '#client/upload.ts'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { takeFile } from '#stores/desk/titles/take-file.ts'
import { $uploads, $whole, addFiles, continueUploads, forgetUpload, type Upload } from '#stores/desk/titles/uploads.ts'
import { DropZone } from '#islands/desk/files/DropZone.tsx'
import { useEditor } from './editor-text.ts'
import { FileButton } from '#islands/desk/files/FileButton.tsx'

/** Where files and folders are dropped or chosen, and how far each of them came. */
export function FilesPart() {
  const { messages } = useEditor()
  const uploads = useStore($uploads)
  const choose = (files: readonly File[]) => void addFiles(files, takeFile)
  return (
    <section className="desk-panel" data-at="files">
      <h2>{messages.filesTitle}</h2>
      <DropZone text={messages.dropHere} onFiles={choose}>
        <FileButton label={messages.chooseFiles} onFiles={choose} isMany />
        <FileButton label={messages.chooseFolder} onFiles={choose} isFolder />
      </DropZone>
      {uploads.length > 0 && <Whole />}
      <ul role="list" className="title-uploads">
        {uploads.map((upload) => (
          <UploadLine key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

function Whole() {
  const { locale, messages } = useEditor()
  const { sent, size, isRunning } = useStore($whole)
  const uploads = useStore($uploads)
  const percent = percentSent(sent, size)
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

function UploadLine({ upload: { id, name, size, sent, state, percent: encoded, fault } }: { upload: Upload }) {
  const { locale, messages } = useEditor()
  const kinds: Record<string, string> = messages.kinds
  const progress = state === 'sending' ? percentSent(sent, size) : state === 'encoding' ? encoded : undefined
  const isUnderWay = state === 'sending' || state === 'checking' || state === 'encoding'
  return (
    <li data-state={state}>
      <span>{name}</span>
      {typeof progress === 'number' && (
        <progress
          max={100}
          value={progress}
          aria-label={interpolate(messages.fileProgress, { name, percent: count(progress, locale) })}
        />
      )}
      {state !== 'sending' && <span className="soft">{messages.uploadStates[state]}</span>}
      {state === 'wrong' && (
        <span role="alert" className="failure">
          {kinds[fault ?? ''] ?? messages.kinds.other}
        </span>
      )}
      {!isUnderWay && (
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
