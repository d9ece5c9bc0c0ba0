import { useId, useState } from 'react'
import { priceText, readTypedNumber, readPrice } from '#contract/desk/shop/price-text.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { Check } from '#ui/Check.tsx'
import { Field, type Option } from '#ui/Field.tsx'
import { FileButton } from '#islands/desk/files/FileButton.tsx'
import { sendPicture } from '#stores/desk/shop/files.ts'
import { faultText } from './row-faults.ts'
import { EbookAuthors, EbookFile } from '../ebooks/EbookFields.tsx'
import { textAt, valueAt, withValue, type Row } from '#stores/desk/shop/rows.ts'

export type ShopMessages = Messages['deskShop']['lists']
type FieldName = keyof ShopMessages['fields']
export type Spec = {
  path: string
  label: FieldName
  kind?: 'text' | 'lines' | 'number' | 'money' | 'date' | 'flag' | 'many' | 'picture' | 'ebook' | 'people'
  options?: readonly Option[]
  hint?: 'fromHint' | 'untilHint'
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
  /** Changes the row as it is then: a file may arrive long after it was chosen. */
  onChange: (changed: (row: Row) => Row) => void
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

export type SpecProps = Omit<Props, 'specs'> & { spec: Spec }

function SpecField(props: SpecProps) {
  const { spec, messages, row, isNew, faults, onChange } = props
  const { path, label, kind = 'text', options, hint, isOptional = true, isKey } = spec
  const fault = faults[path]
  const shown = fault && faultText(messages, fault)
  const set = (value: unknown) => onChange((now) => withValue(now, path, value))
  if (kind === 'picture') return <PictureField {...props} />
  if (kind === 'ebook') return <EbookFile {...props} />
  if (kind === 'people') return <EbookAuthors {...props} />
  if (kind === 'many') return <ManyField {...props} />
  if (kind === 'money') return <MoneyField {...props} />
  if (kind === 'flag')
    return (
      <Check name={path} isChecked={valueAt(row, path) === true} onChange={set}>
        {messages.fields[label]}
      </Check>
    )
  const isNumber = kind === 'number'
  return (
    <Field
      label={messages.fields[label]}
      name={path}
      value={textAt(row, path)}
      onChange={(text) => set(isNumber ? readTypedNumber(text) : text)}
      fault={shown}
      hint={hint && messages[hint]}
      isOptional={isOptional}
      isLocked={isKey === true && !isNew}
      {...(kind === 'lines' && { lines: 4 })}
      {...(kind === 'date' && { type: 'date' })}
      {...(isNumber && { inputMode: 'numeric' as const })}
      {...(options && { options })}
    />
  )
}

/** A price in hundredths. What was typed stays in sight, also 149.50 and what is no amount, which the server refuses. */
function MoneyField({ spec: { path, label, isOptional = true }, messages, row, faults, onChange }: SpecProps) {
  const value = valueAt(row, path)
  const shown = typeof value === 'number' ? priceText(value) || '0' : textAt(row, path)
  const [typed, setTyped] = useState(shown)
  const amountOf = (text: string) => (text.trim() === '' ? '' : (readPrice(text) ?? text))
  const fault = faults[path]
  return (
    <Field
      label={messages.fields[label]}
      name={path}
      // Somebody else's price has come in.
      value={amountOf(typed) === (value ?? '') ? typed : shown}
      onChange={(text) => {
        setTyped(text)
        onChange((now) => withValue(now, path, amountOf(text)))
      }}
      fault={fault && (fault === 'type' ? messages.faults.money : faultText(messages, fault))}
      isOptional={isOptional}
      inputMode="decimal"
    />
  )
}

function ManyField({ spec, messages, row, onChange }: SpecProps) {
  const value = valueAt(row, spec.path)
  const chosen: unknown[] = Array.isArray(value) ? value : []
  return (
    <fieldset className="field">
      <legend>{messages.fields[spec.label]}</legend>
      {spec.options?.map((option) => (
        <Check
          key={option.value}
          name={option.value}
          isChecked={chosen.includes(option.value)}
          onChange={(isChecked) =>
            onChange((now) =>
              withValue(
                now,
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
    onChange((now) => withValue(now, spec.path, sent.path))
  }
  const shown = fault ?? faults[spec.path]
  return (
    <div className="field">
      <span id={id} className="title-label">
        {messages.fields[spec.label]}
      </span>
      {pictures[path] && <img src={pictures[path]} alt="" className="desk-picture" />}
      <div className="desk-buttons" aria-busy={isBusy}>
        <FileButton label={messages.choosePicture} onFiles={([file]) => void send(file)} accept="image/*" />
      </div>
      {shown && (
        <p id={`${id}fault`} className="fault" role="alert">
          {faultText(messages, shown)}
        </p>
      )}
    </div>
  )
}
