import { useId, type ReactNode } from 'react'

type Props = {
  name: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  fault?: string | undefined
  isRequired?: boolean
  children: ReactNode
}

/** A checkbox with its fault below. */
export function Check({ name, isChecked, onChange, fault, isRequired = false, children }: Props) {
  const id = useId()
  return (
    <div className="check">
      <label>
        <input
          type="checkbox"
          name={name}
          checked={isChecked}
          required={isRequired}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault && `${id}fault`}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      {fault && (
        <p id={`${id}fault`} className="fault">
          {fault}
        </p>
      )}
    </div>
  )
}
