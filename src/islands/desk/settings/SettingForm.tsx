import type { ReactNode } from 'react'
import { deskFault, useDesk } from '#islands/desk/desk-context.tsx'
import { loadSettings } from '#stores/desk/shop/settings.ts'
import { isSame } from '#stores/rebase.ts'
import type { Failed } from '#stores/desk/shop/coupons.ts'
import { textAt, withValue, type Row } from '#stores/desk/shop/rows.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { Field } from '#ui/Field.tsx'
import { useLeaveWarning } from '#islands/desk/shop/ListEditor.tsx'
import { useSaving } from '#islands/desk/shop/use-saving.ts'
import { useDraft } from '#islands/desk/use-draft.ts'
import type { SettingMessages } from './Settings.tsx'

export type SettingSpec = {
  path: string
  label: keyof SettingMessages['fields']
  lines?: number
  hint?: keyof SettingMessages['hints']
  options?: readonly { value: string; label: string }[]
  type?: 'email' | 'tel' | 'url' | 'date'
}
type Props = {
  messages: SettingMessages
  specs: readonly SettingSpec[]
  value: Row
  /** Before the field in the names of faults: `firm.`. */
  prefix?: string
  save: (value: Row) => Promise<Failed | { saved: Row }>
  children?: (value: Row, change: (value: Row) => void) => ReactNode
}

/** A form of one part of the settings. When somebody saved the part meanwhile, their values are shown beside the typed ones. */
export function SettingForm({ messages, specs, value, prefix = '', save, children }: Props) {
  const { messages: shared } = useDesk()
  const { form, draft, setDraft, failed, isBusy, submit } = useSetting({ messages, value, save })
  const isDirty = !isSame(draft, value)
  useLeaveWarning(isDirty)
  const faults: Record<string, string> = messages.faults
  const general = failed?.fields[prefix.slice(0, -1)]
  return (
    <form
      ref={form}
      className="desk-panel"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Fields {...{ messages, specs, prefix, value, draft, failed }} onChange={setDraft} />
      {children?.(draft, setDraft)}
      {failed && (
        <p role="alert" className="failure">
          {general ? (faults[general] ?? messages.faults.other) : deskFault(shared, failed.fault)}
        </p>
      )}
      <div className="desk-buttons">
        <button type="submit" className="button" aria-disabled={isBusy || !isDirty}>
          {messages.save}
        </button>
        {isDirty && <p className="soft">{messages.unsaved}</p>}
      </div>
    </form>
  )
}

function useSetting({ messages, value, save }: Pick<Props, 'messages' | 'value' | 'save'>) {
  const { draft, change, settle } = useDraft(value)
  const { submit, ...saving } = useSaving(async (wanted: Row) => {
    const result = await save(wanted)
    if ('saved' in result) {
      settle(wanted, result.saved)
      showToast(messages.saved)
      return undefined
    }
    // What stands in the form stays; the next save goes over what is shown then.
    if (result.fault === 'changedMeanwhile') await loadSettings()
    return result
  })
  return { ...saving, draft, setDraft: change, submit: () => submit(draft) }
}

type FieldsProps = Pick<Props, 'messages' | 'specs' | 'value'> & {
  prefix: string
  draft: Row
  failed: Failed | undefined
  onChange: (draft: Row) => void
}

function Fields({ messages, specs, prefix, value, draft, failed, onChange }: FieldsProps) {
  const faults: Record<string, string> = messages.faults
  return (
    <div className="desk-fields">
      {specs.map(({ path, label, hint, ...rest }) => {
        const fault = failed?.fields[prefix + path]
        const other = failed?.fault === 'changedMeanwhile' && textAt(value, path) !== textAt(draft, path)
        return (
          <Field
            key={path}
            label={messages.fields[label]}
            name={path}
            value={textAt(draft, path)}
            onChange={(text) => onChange(withValue(draft, path, text))}
            fault={fault && (faults[fault] ?? messages.faults.other)}
            hint={other ? `${messages.theirs}: ${textAt(value, path)}` : hint && messages.hints[hint]}
            {...rest}
          />
        )
      })}
    </div>
  )
}
