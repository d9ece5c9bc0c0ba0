import { useId, useState } from 'react'
import type { Messages } from '#i18n/namespaces.ts'
import { Check } from '#ui/Check.tsx'
import { Field, type Option } from '#ui/Field.tsx'
import { sendPicture } from '#stores/desk/shop/files.ts'
import { textAt, valueAt, withValue, type Row } from '#stores/desk/shop/rows.ts'

export type ShopMessages = Messages['deskShop']['lists']
type FieldName = keyof ShopMessages['fields']
export type Spec = {
  path: string
  label: FieldName
  kind?: 'text' | 'lines' | 'number' | 'money' | 'date' | 'flag' | 'many' | 'picture'
  options?: readonly Option[]
  isOptional?: boolean
  /** Only before the row was saved once: it must never change. */
  isKey?: boolean
}
type Props = {
  messages: ShopMessages
  specs: readonly Spec[]
  row: Row
  isNew: boolean
  faults: Record<string, string>
  pictures: Record<string, string>
  onChange: (row: Row) => void
  onPicture: (path: string, address: string) => void
}

/** The fields of one row. */
export function RowFields({ specs, ...props }: Props) {
  return (
    <div className="desk-fields">
      {specs.map((spec) => (
        <SpecField key={spec.path} spec={spec} {...props} />
      ))}
    </div>
  )
}

type SpecProps = Omit<Props, 'specs'> & { spec: Spec }

function SpecField(props: SpecProps) {
  const { spec, messages, row, isNew, faults, onChange } = props
  const { path, label, kind = 'text', options, isOptional = true, isKey } = spec
  const fault = faults[path]
  const shown = fault && faultText(messages, fault)
  const set = (value: unknown) => onChange(withValue(row, path, value))
  if (kind === 'picture') return <PictureField {...props} />
  if (kind === 'many') return <ManyField {...props} />
  if (kind === 'flag')
    return (
      <Check name={path} isChecked={valueAt(row, path) === true} onChange={set}>
        {messages.fields[label]}
      </Check>
    )
  const isNumber = kind === 'number' || kind === 'money'
  return (
    <Field
      label={messages.fields[label]}
      name={path}
      value={kind === 'money' ? amountText(valueAt(row, path)) : textAt(row, path)}
      onChange={(text) => set(isNumber ? numberOf(text, kind === 'money') : text)}
      fault={shown}
      isOptional={isOptional}
      isLocked={isKey === true && !isNew}
      {...(kind === 'lines' && { lines: 4 })}
      {...(kind === 'date' && { type: 'date' })}
      {...(isNumber && { inputMode: 'numeric' as const })}
      {...(options && { options })}
    />
  )
}

const faultText = (messages: ShopMessages, fault: string): string => {
  const texts: Record<string, string> = messages.faults
  return texts[fault] ?? messages.faults.other
}

const amountText = (value: unknown): string =>
  typeof value === 'number' ? String(value / 100) : typeof value === 'string' ? value : ''

/** What is no number stays as it was typed: the server names the field. */
function numberOf(text: string, isMoney: boolean): unknown {
  const plain = text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966)).replace(/[,\s₹$]/g, '')
  if (plain === '') return ''
  if (/\.$|\.\d?0$/.test(plain) && isMoney) return plain
  const value = Number(plain)
  return Number.isFinite(value) ? (isMoney ? Math.round(value * 100) : value) : text
}

function ManyField({ spec, messages, row, onChange }: SpecProps) {
  const value = valueAt(row, spec.path)
  const chosen: unknown[] = Array.isArray(value) ? value : []
  return (
    <fieldset className="field choice">
      <legend>{messages.fields[spec.label]}</legend>
      {spec.options?.map((option) => (
        <Check
          key={option.value}
          name={option.value}
          isChecked={chosen.includes(option.value)}
          onChange={(isChecked) =>
            onChange(
              withValue(
                row,
                spec.path,
                isChecked ? [...chosen, option.value] : chosen.filter((one) => one !== option.value),
              ),
            )
          }
        >
          {option.label}
        </Check>
      ))}
    </fieldset>
  )
}

function PictureField({ spec, messages, row, faults, pictures, onChange, onPicture }: SpecProps) {
  const id = useId()
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const path = textAt(row, spec.path)
  const kind = 'place' in row ? 'banners' : 'news'
  const send = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    const sent = await sendPicture(kind, file)
    setBusy(false)
    setFault('fault' in sent ? sent.fault : undefined)
    if ('fault' in sent) return
    onPicture(sent.path, sent.address)
    onChange(withValue(row, spec.path, sent.path))
  }
  const shown = fault ?? faults[spec.path]
  return (
    <div className="field">
      <label htmlFor={id}>{messages.fields[spec.label]}</label>
      {pictures[path] && <img src={pictures[path]} alt="" className="desk-picture" />}
      <input
        id={id}
        type="file"
        accept="image/*"
        aria-busy={isBusy}
        aria-invalid={shown ? true : undefined}
        aria-describedby={shown && `${id}fault`}
        onChange={({ target }) => void send(target.files?.[0])}
      />
      {shown && (
        <p id={`${id}fault`} className="fault" role="alert">
          {faultText(messages, shown)}
        </p>
      )}
    </div>
  )
}
