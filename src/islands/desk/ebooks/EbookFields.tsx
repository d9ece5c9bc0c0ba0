import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { percentSent } from '#client/upload.ts'
import { isEbook } from '#contract/desk/uploads/sniff-file.ts'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { useDesk } from '#islands/desk/desk-context.tsx'
import { faultText } from '#islands/desk/shop/row-faults.ts'
import type { SpecProps } from '#islands/desk/shop/RowFields.tsx'
import { ChoicePicker } from '#islands/desk/title/ChoicePicker.tsx'
import { useEditor } from '#islands/desk/title/editor-text.ts'
import { FileButton } from '#islands/desk/files/FileButton.tsx'
import { readName } from '#stores/desk/catalog/names.ts'
import { textAt, valueAt, withValue } from '#stores/desk/shop/rows.ts'
import { $known, knownAs, noteChoice } from '#stores/desk/titles/editor.ts'
import { $uploads, addFiles, continueUploads } from '#stores/desk/titles/uploads.ts'

/** The EPUB or PDF: sent in parts, and named by the row when it has arrived. */
export function EbookFile({ spec, messages, row, faults, onChange }: SpecProps) {
  const [sent, setSent] = useState<string>()
  const path = textAt(row, spec.path)
  const fault = faults[spec.path]
  const take = ([file]: readonly File[]) => {
    if (!file) return
    setSent(file.name)
    void addFiles([file], ({ path: stored }) => onChange((now) => withValue(now, spec.path, stored)), isEbook)
  }
  return (
    <div className="field">
      <span className="title-label">{messages.fields[spec.label]}</span>
      {path && <p>{interpolate(messages.ebookNow, { format: path.endsWith('.pdf') ? 'PDF' : 'EPUB' })}</p>}
      <div className="desk-buttons">
        <FileButton
          label={path ? messages.replaceEbook : messages.chooseEbook}
          onFiles={take}
          accept=".epub,.pdf,application/epub+zip,application/pdf"
        />
      </div>
      {sent && <Sent name={sent} />}
      {fault && (
        <p className="fault" role="alert">
          {faultText(messages, fault)}
        </p>
      )}
    </div>
  )
}

function Sent({ name }: { name: string }) {
  const { locale } = useDesk()
  const { messages } = useEditor()
  const upload = useStore($uploads).findLast((one) => one.name === name)
  if (!upload) return null
  const { size, sent, state, fault } = upload
  const kinds: Record<string, string> = messages.kinds
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
  const percent = percentSent(sent, size)
  return (
    <p role="status">
      {state === 'done'
        ? `${name} – ${messages.uploadStates.done}`
        : interpolate(messages.fileProgress, { name, percent: count(percent, locale) })}
    </p>
  )
}

/** Who wrote it, chosen as the authors of a title. */
export function EbookAuthors({ spec, messages, row, faults, onChange }: SpecProps) {
  const value = valueAt(row, spec.path)
  const keys = Array.isArray(value) ? value.filter((key) => typeof key === 'string') : []
  const named = keys.join(' ')
  // The row has keys only.
  useEffect(() => {
    for (const key of named.split(' ').filter((one) => one && !$known.get()[knownAs('people', one)]))
      void readName('person', key).then(
        (result) => result.ok && noteChoice('people', { key, names: namesOf(result.name.translations) }),
      )
  }, [named])
  const fault = faults[spec.path]
  return (
    <ChoicePicker
      at="authors"
      label={messages.fields[spec.label]}
      of="people"
      kind="genre"
      keys={keys}
      onChange={(changed) => onChange((now) => withValue(now, spec.path, changed))}
      fault={fault && faultText(messages, fault)}
    />
  )
}

type Wordings = { en?: { name: string } | undefined; mr?: { name: string } | undefined }
const namesOf = ({ en, mr }: Wordings) => ({ ...(en && { en: en.name }), ...(mr && { mr: mr.name }) })
