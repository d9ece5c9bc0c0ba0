import { useEffect, useId, useRef, useState } from 'react'

type Props = { label: string; value: string; onSearch: (text: string) => void }
const PAUSE_MS = 300

/** Searches while somebody types, once they pause; at once on Enter. A value from elsewhere, as the address, replaces the text. */
export function SearchField({ label, value, onSearch }: Props) {
  const id = useId()
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (value !== text.trim()) setText(value)
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (next: string, delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(next.trim()), delay)
  }
  return (
    <form
      role="search"
      aria-label={label}
      className="field desk-search"
      onSubmit={(event) => {
        event.preventDefault()
        search(text, 0)
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="search"
        value={text}
        autoComplete="off"
        onChange={({ target }) => {
          setText(target.value)
          search(target.value, PAUSE_MS)
        }}
      />
    </form>
  )
}
