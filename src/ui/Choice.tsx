import { useId, type ReactNode } from 'react'

type Props = {
  label: string
  name: string
  value: string
  options: readonly { value: string; label: ReactNode }[]
  onChange: (value: string) => void
  fault?: string | undefined
  isOptional?: boolean
}

/** A radio group. Its fault stands above the options, which may be taller than the window. */
export function Choice({ label, name, value, options, onChange, fault, isOptional = false }: Props) {
  const id = useId()
  return (
    <fieldset
      className="field choice"
      role="radiogroup"
      aria-required={!isOptional}
      aria-invalid={fault ? true : undefined}
      aria-describedby={fault && `${id}fault`}
    >
      <legend>{label}</legend>
      {fault && (
        <p id={`${id}fault`} className="fault">
          {fault}
        </p>
      )}
      <div className="options">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              required={!isOptional}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
