import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'

type Props<Name extends string> = {
  label: string
  tabs: readonly { name: Name; label: string }[]
  children: (name: Name) => ReactNode
}

/** Parts of a page, one at a time. The address remembers which: it can be linked to. Arrows with Alt or Control are the browser's. */
export function Tabs<Name extends string>({ label, tabs, children }: Props<Name>) {
  const id = useId()
  const wanted = tabs.find(({ name }) => name === new URLSearchParams(location.search).get('part'))
  const [open, setOpen] = useState(wanted?.name ?? tabs[0]?.name)
  const choose = (name: Name) => {
    setOpen(name)
    history.replaceState(history.state, '', `?part=${name}`)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = tabs[(tabs.findIndex(({ name }) => name === open) + by + tabs.length) % tabs.length]
    if (by === 0 || !next || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    choose(next.name)
    document.getElementById(`${id}${next.name}`)?.focus()
  }
  return (
    <>
      <div role="tablist" aria-label={label} className="desk-tabs" tabIndex={-1} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            id={`${id}${tab.name}`}
            type="button"
            role="tab"
            aria-selected={open === tab.name}
            aria-controls={`${id}panel`}
            tabIndex={open === tab.name ? 0 : -1}
            onClick={() => choose(tab.name)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" data-shown id={`${id}panel`} aria-labelledby={`${id}${open}`} className="desk-tabpanel">
        {open && children(open)}
      </div>
    </>
  )
}
