import { useRef, useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react'
import { interpolate } from '#i18n/interpolate.ts'
import { count } from '#i18n/format.ts'
import { useDesk } from '#islands/desk/desk-context.tsx'
import { moved } from '#stores/desk/shop/rows.ts'

type OrderMessages = { up: string; down: string; remove: string; movedTo: string; orderHint: string }
type Props<Item> = {
  messages: OrderMessages
  items: readonly Item[]
  idOf: (item: Item, index: number) => string
  nameOf: (item: Item) => string
  onChange: (items: Item[]) => void
  canMove?: boolean
  canRemove?: boolean
  children: (item: Item, index: number) => ReactNode
}

/** A list that is put in order: by dragging, by two buttons, or by Alt and the arrow keys on any of them. */
export function Ordered<Item>(props: Props<Item>) {
  const { messages, items, idOf, onChange, canMove = true } = props
  const { locale } = useDesk()
  const [dragged, setDragged] = useState<number>()
  const [announced, setAnnounced] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const move = (from: number, to: number) => {
    if (to < 0 || to >= items.length) return
    onChange(moved(items, from, to))
    setAnnounced(interpolate(messages.movedTo, { place: count(to + 1, locale) }))
    // The control that was used goes along with its row.
    const control = document.activeElement?.getAttribute('data-move')
    setTimeout(() => list.current?.children[to]?.querySelector<HTMLElement>(`[data-move="${control}"]`)?.focus())
  }
  const drop = (to: number) => {
    if (dragged !== undefined && dragged !== to) move(dragged, to)
    setDragged(undefined)
  }
  return (
    <>
      {canMove && items.length > 1 && <p className="soft">{messages.orderHint}</p>}
      <p className="unseen" role="status">
        {announced}
      </p>
      <ol role="list" className="desk-ordered" ref={list}>
        {items.map((item, index) => (
          <Entry
            key={idOf(item, index)}
            {...{ ...props, item, index, move, drop }}
            isDragged={dragged === index}
            drag={() => setDragged(index)}
          />
        ))}
      </ol>
    </>
  )
}

type EntryProps<Item> = Props<Item> & {
  item: Item
  index: number
  isDragged: boolean
  drag: () => void
  drop: (to: number) => void
  move: (from: number, to: number) => void
}

function Entry<Item>(props: EntryProps<Item>) {
  const { item, index, children, canMove = true } = props
  const { drag, drop, move, isDragged } = props
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (!event.altKey || by === 0 || !canMove || event.defaultPrevented) return
    // A field has keys of its own: Alt and the down arrow open a select.
    if (event.target instanceof Element && event.target.matches('input, select, textarea')) return
    event.preventDefault()
    // A list may stand in a row of another one.
    event.stopPropagation()
    move(index, index + by)
  }
  const dragging = canMove && {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: () => drop(index),
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the controls in it, heard in one place
    <li data-dragged={isDragged || undefined} onKeyDown={onKeyDown} {...dragging}>
      {canMove && (
        <span className="desk-grip" draggable onDragStart={drag} aria-hidden="true">
          ⋮⋮
        </span>
      )}
      <div className="desk-entry">{children(item, index)}</div>
      <Moves {...props} />
    </li>
  )
}

function Moves<Item>(props: EntryProps<Item>) {
  const { items, item, index, onChange, nameOf, messages, move, canMove = true, canRemove = true } = props
  const name = nameOf(item)
  const button = (label: string, by: -1 | 1, sign: string) => (
    <button
      type="button"
      className="desk-move"
      data-move={by === -1 ? 'up' : 'down'}
      aria-label={`${label}: ${name}`}
      aria-disabled={index + by < 0 || index + by >= items.length}
      onClick={() => move(index, index + by)}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  )
  return (
    <div className="desk-moves">
      {canMove && button(messages.up, -1, '↑')}
      {canMove && button(messages.down, 1, '↓')}
      {canRemove && (
        <button
          type="button"
          className="link"
          aria-label={`${messages.remove}: ${name}`}
          onClick={() => onChange(items.toSpliced(index, 1))}
        >
          {messages.remove}
        </button>
      )}
    </div>
  )
}
