import { useState } from 'react'
import type { DeskRecording } from '#contract/desk/transcripts.ts'
import type { Locale } from '#contract/text/locale.ts'
import { digits } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { useDesk } from '#islands/desk/desk-context.tsx'
import { FileButton } from '#islands/desk/files/FileButton.tsx'
import { undoText, uploadText } from '#stores/desk/catalog/transcripts.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { textFault, useTexts } from './texts-context.tsx'

type Props = { recording: DeskRecording; language: Locale; name: string; onDone: () => void }

/** A button that brings in a text from a file, in the place of the one that is there. */
export function TextUpload({ recording, language, name, onDone }: Props) {
  const { locale, messages, titleId } = useTexts()
  const { messages: shared } = useDesk()
  const [state, setState] = useState<{ isBusy: boolean; fault?: string }>({ isBusy: false })
  const notes: Record<string, string> = messages.notes
  const take = async ([file]: readonly File[]) => {
    if (!file || state.isBusy) return
    setState({ isBusy: true })
    const result = await uploadText(titleId, recording, language, file)
    if (!result.ok) {
      const { file: reason = result.fault, line } = result.fields ?? {}
      const place = line ? ` ${interpolate(messages.fileLine, { line: digits(line, locale) })}` : ''
      return setState({ isBusy: false, fault: `${file.name}: ${textFault(messages, shared, reason)}${place}` })
    }
    setState({ isBusy: false })
    const mended = result.value.notes.flatMap((note) => notes[note] ?? [])
    showToast([messages.uploaded, ...mended].join(' '), { undo: () => undoText(result.value.change) })
    onDone()
  }
  const label = recording.transcripts.some((one) => one.locale === language) ? messages.replace : messages.upload
  return (
    <>
      <FileButton
        label={label}
        name={`${label}: ${name}`}
        accept=".vtt,.srt,.txt,.md,.json,.epub"
        onFiles={(files) => void take(files)}
      />
      {state.isBusy && <span role="status">{messages.reading}</span>}
      {state.fault && (
        <p role="alert" className="failure">
          {state.fault}
        </p>
      )}
    </>
  )
}
