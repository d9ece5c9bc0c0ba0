import { useId } from 'react'

type Props = {
  label: string
  value: string
  onChange: (text: string) => void
  fault?: string | undefined
  isLong?: boolean
  type?: 'text' | 'date' | 'month'
  limit?: number
}

/** A field with its label and its fault. */
export function TextField({ label, value, onChange, fault, isLong, type = 'text', limit = 200 }: Props) {
  const id = useId()
  const shared = {
    id,
    value,
    'aria-invalid': fault !== undefined,
    'aria-describedby': fault ? `${id}-fault` : undefined,
    maxLength: type === 'text' ? limit : undefined,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {isLong ? <textarea rows={6} {...shared} /> : <input type={type} autoComplete="off" {...shared} />}
      {fault && (
        <p id={`${id}-fault`} className="fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
