import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { percentSent } from '#client/upload.ts'
import type { Locale } from '#contract/text/locale.ts'
import { clock, count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { DropZone } from '#islands/desk/files/DropZone.tsx'
import { FileButton } from '#islands/desk/files/FileButton.tsx'
import { $uploads, addFiles, continueUploads, type StoredFile } from '#stores/desk/titles/uploads.ts'
import type { TitlesMessages } from './TitlesPage.tsx'

type Props = {
  locale: Locale
  messages: TitlesMessages
  onStored: (stored: StoredFile, name: string) => void
  fault: string | undefined
}

/** One file: dropped or chosen, sent at once while the person goes on typing. */
export function EpisodeSound({ locale, messages, onStored, fault }: Props) {
  const [stored, setStored] = useState<StoredFile>()
  const [hasBegun, setBegun] = useState(false)
  const take = (files: readonly File[]) => {
    setStored(undefined)
    setBegun(true)
    void addFiles(files.slice(0, 1), (file, name) => {
      if (file.kind !== 'audio') return
      setStored(file)
      onStored(file, name)
    })
  }
  return (
    <div className="field">
      <DropZone text={messages.dropSound} onFiles={take}>
        <FileButton label={messages.chooseSound} onFiles={take} accept="audio/*,.mp3,.m4a,.m4b,.wav,.flac,.ogg" />
      </DropZone>
      {hasBegun && <Progress {...{ locale, messages, stored }} />}
      {fault && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}

function Progress({
  locale,
  messages,
  stored,
}: Pick<Props, 'locale' | 'messages'> & { stored: StoredFile | undefined }) {
  const upload = useStore($uploads).at(-1)
  if (!upload) return null
  const { name, size, sent, state, percent: encoded, fault } = upload
  const kinds: Record<string, string> = messages.kinds
  const arrived = percentSent(sent, size)
  const percent = state === 'encoding' ? (encoded ?? 0) : arrived
  if (state === 'sending' || state === 'checking' || state === 'waiting' || state === 'encoding')
    return (
      <label className="title-sent">
        {interpolate(messages.fileProgress, { name, percent: count(percent, locale) })}
        <progress max={100} value={percent} />
      </label>
    )
  if (state === 'wrong')
    return (
      <p role="alert" className="failure">
        {name}: {kinds[fault ?? ''] ?? messages.kinds.other}
      </p>
    )
  if (state === 'stopped')
    return (
      <div className="notice" role="alert">
        <p>{messages.uploadStates.stopped}</p>
        <button type="button" className="button" onClick={continueUploads}>
          {messages.continueNow}
        </button>
      </div>
    )
  return (
    <p role="status">
      {name}
      {stored && ` · ${clock(stored.seconds, locale)}`} <span className="soft">{messages.uploadStates.done}</span>
    </p>
  )
}
