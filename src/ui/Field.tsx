import {
  useId,
  type HTMLInputAutoCompleteAttribute,
  type HTMLInputTypeAttribute,
  type KeyboardEvent,
  type ReactNode,
} from 'react'

export type Option = { value: string; label: string }
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
  /** A list to choose from instead of a line to type in. */
  options?: readonly Option[] | undefined
  type?: HTMLInputTypeAttribute
  autoComplete?: HTMLInputAutoCompleteAttribute
  inputMode?: 'email' | 'tel' | 'numeric' | undefined
  max?: string | undefined
  /** More is not taken in. */
  maxLength?: number | undefined
  isLocked?: boolean
  isOptional?: boolean
  /** Stands before what is typed and belongs to it: what is dialled for a country. */
  prefix?: string | undefined
  /** Enter does this instead of sending the form. */
  onEnter?: (() => void) | undefined
  /** Beside what is typed: a button. */
  children?: ReactNode
}

/** A labelled field of a form; alone ties label, hint, fault and counter to what is typed. */
export function Field({
  label,
  name,
  value,
  onChange,
  fault,
  hint,
  counter,
  isLocked = false,
  isOptional = false,
  prefix,
  onEnter,
  children,
  ...rest
}: Props) {
  const id = useId()
  const told = [prefix && `${id}prefix`, hint && `${id}hint`, fault && `${id}fault`].filter(Boolean).join(' ')
  const shared = {
    id,
    name,
    value,
    required: !isOptional,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': told || undefined,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    onKeyDown: onEnter && ((event: KeyboardEvent) => event.key === 'Enter' && enter(event, onEnter)),
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="typed">
        {prefix && (
          <span id={`${id}prefix`} className="prefix">
            {prefix}
          </span>
        )}
        <Control shared={shared} isLocked={isLocked} {...rest} />
        {children}
      </div>
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

function enter(event: KeyboardEvent, act: () => void): void {
  event.preventDefault()
  act()
}

type ControlProps = Pick<Props, 'lines' | 'options' | 'type' | 'autoComplete' | 'inputMode' | 'max' | 'maxLength'> & {
  shared: object
  isLocked: boolean
}

function Control({ shared, isLocked, lines, options, type = 'text', ...rest }: ControlProps) {
  if (lines) return <textarea {...shared} {...rest} rows={lines} readOnly={isLocked} />
  if (!options) return <input {...shared} {...rest} type={type} readOnly={isLocked} />
  // A list has no read-only state: locked, it holds its one choice.
  return (
    <select {...shared} autoComplete={rest.autoComplete} aria-disabled={isLocked || undefined}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/**
 * After a refusal the reader stands at the first field at fault. A turn later: the faults are drawn by then. `besides`: a part of
 * the form that is sent by itself.
 */
export function focusFirstFault(form: HTMLFormElement, besides = ''): void {
  setTimeout(() => {
    const faulty = [...form.querySelectorAll<HTMLElement>('[aria-invalid="true"]')]
    const first = faulty.find((field) => besides === '' || !field.closest(besides))
    // A group cannot be stood in; its first button can.
    const control = first?.querySelector('input') ?? first
    control?.focus()
  })
}
