import { useId } from 'react'

type Props<Value extends string> = {
  label: string
  value: Value
  options: Record<Value, string>
  onChoose: (value: Value) => void
}

/** A choice of few. */
export function SelectField<Value extends string>({ label, value, options, onChoose }: Props<Value>) {
  const id = useId()
  const values = Object.keys(options) as Value[]
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = values.find((one) => one === target.value)
          if (chosen) onChoose(chosen)
        }}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {options[one]}
          </option>
        ))}
      </select>
    </div>
  )
}
