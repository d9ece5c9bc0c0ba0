import { useId, type HTMLInputAutoCompleteAttribute, type HTMLInputTypeAttribute } from 'react'

type Props = {
  label: string
  name: string
  value: string
  onChange: (text: string) => void
  /** What is wrong, in words. */
  fault?: string | undefined
  hint?: string | undefined
  /** Letters used, as they are seen, and as they are said when few are left. */
  counter?: { shown: string; said: string } | undefined
  /** A box of so many lines instead of one line. */
  lines?: number | undefined
  type?: HTMLInputTypeAttribute
  autoComplete?: HTMLInputAutoCompleteAttribute
  inputMode?: 'email' | 'tel' | 'numeric' | undefined
  isLocked?: boolean
}

/** A labelled field of a form; alone ties label, hint, fault and counter to what is typed. */
export function Field({ label, name, value, onChange, fault, hint, counter, lines, isLocked = false, type = 'text', ...rest }: Props) {
  const id = useId()
  const told = [hint && `${id}hint`, fault && `${id}fault`].filter(Boolean).join(' ')
  const shared = {
    id,
    name,
    value,
    required: true,
    readOnly: isLocked,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': told || undefined,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    ...rest,
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {lines ? <textarea {...shared} rows={lines} /> : <input {...shared} type={type} />}
      {(hint || counter) && (
        <div className="about">
          {hint && (
            <p id={`${id}hint`} className="hint">
              {hint}
            </p>
          )}
          {counter && (
            <p className="counter" aria-hidden="true">
              {counter.shown}
            </p>
          )}
        </div>
      )}
      {counter && (
        <p className="unseen" role="status">
          {counter.said}
        </p>
      )}
      {fault && (
        <p id={`${id}fault`} className="fault">
          {fault}
        </p>
      )}
    </div>
  )
}

/** After a refusal the reader stands at the first field at fault. A turn later: the faults are drawn by then. */
export function focusFirstFault(form: HTMLFormElement): void {
  setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
