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
  /** Text of the fault. */
  fault?: string | undefined
  /** Screen readers announce the fault at once: the focus may be in the field already. */
  isAnnounced?: boolean | undefined
  hint?: string | undefined
  /** Characters used, as shown, and as announced when few are left. */
  counter?: { shown: string; announced: string } | undefined
  /** A textarea with so many lines. */
  lines?: number | undefined
  /** A select with these options. */
  options?: readonly Option[] | undefined
  type?: HTMLInputTypeAttribute
  autoComplete?: HTMLInputAutoCompleteAttribute
  inputMode?: 'email' | 'tel' | 'numeric' | 'decimal' | undefined
  max?: string | undefined
  /** More is not taken in. */
  maxLength?: number | undefined
  /** Of what is typed, where it is not the page's: label, hint and fault are in that. */
  lang?: string | undefined
  isLocked?: boolean
  isOptional?: boolean
  /** Shown before the input and part of its value: a dialling code. */
  prefix?: string | undefined
  /** Runs on Enter instead of submitting the form. */
  onEnter?: (() => void) | undefined
  /** A button beside the input. */
  children?: ReactNode
}

/** A labelled field. Only this component ties label, hint, fault and counter to the input. */
export function Field({ label, fault, isAnnounced, hint, counter, prefix, children, ...control }: Props) {
  const id = useId()
  const describedBy = [prefix && `${id}prefix`, hint && `${id}hint`, fault && `${id}fault`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="typed">
        {prefix && (
          <span id={`${id}prefix`} className="prefix">
            {prefix}
          </span>
        )}
        <Control {...control} {...{ id, describedBy }} isFaulty={Boolean(fault)} />
        {children}
      </div>
      <Notes {...{ id, hint, counter }} />
      {fault && (
        <p id={`${id}fault`} className="fault" role={isAnnounced ? 'alert' : undefined}>
          {fault}
        </p>
      )}
    </div>
  )
}

function Notes({ id, hint, counter }: Pick<Props, 'hint' | 'counter'> & { id: string }) {
  return (
    <>
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
          {counter.announced}
        </p>
      )}
    </>
  )
}

function enter(event: KeyboardEvent, act: () => void): void {
  // An input method takes its word by Enter too.
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  act()
}

/** `describedBy`: ids of what describes the control. */
type ControlProps = Omit<Props, 'label' | 'fault' | 'isAnnounced' | 'hint' | 'counter' | 'prefix' | 'children'> & {
  id: string
  describedBy: string
  isFaulty: boolean
}

function Control({ id, describedBy, isFaulty, name, value, onChange, onEnter, ...how }: ControlProps) {
  const { isLocked = false, isOptional = false, lines, options, type = 'text', ...rest } = how
  const shared = {
    id,
    name,
    value,
    required: !isOptional,
    'aria-invalid': isFaulty || undefined,
    'aria-describedby': describedBy || undefined,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    onKeyDown: onEnter && ((event: KeyboardEvent) => enter(event, onEnter)),
  }
  if (lines) return <textarea {...shared} {...rest} rows={lines} readOnly={isLocked} />
  if (!options) return <input {...shared} {...rest} type={type} readOnly={isLocked} />
  // A select has no read-only state, so a locked one is only marked as disabled.
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
 * Focuses the first faulty field. The timeout waits until React has drawn the faults. `besides`: selector of a part that is
 * submitted separately.
 */
export function focusFirstFault(form: HTMLFormElement, besides = ''): void {
  setTimeout(() => {
    const faulty = [...form.querySelectorAll<HTMLElement>('[aria-invalid="true"]')]
    const first = faulty.find((field) => besides === '' || !field.closest(besides))
    // A radio group takes no focus; its first input does.
    const control = first?.querySelector('input') ?? first
    // Screen readers read the fault when the field gets the focus, so a field that has it gets it anew.
    if (control === document.activeElement) control?.blur()
    control?.focus()
    // The text stands above the options of a group: the focus alone may leave it out of sight.
    if (control !== first) first?.querySelector('.fault')?.scrollIntoView({ block: 'nearest' })
  })
}
