import { useEffect, useRef, useState } from 'react'
import type { ShownMark } from '#stores/library/marks/mark-queue.ts'
import { removeMark } from '#stores/library/marks/marks.ts'
import type { MarkMessages } from './MarkItem.tsx'

type Removal = { id: string; bringBack: () => void }

/** Deletes a mark, and offers to bring back the one that was deleted last. What was pressed is gone: the focus goes there. */
export function useRemoval(messages: MarkMessages) {
  const [removal, setRemoval] = useState<Removal>()
  const note = useRef<HTMLParagraphElement>(null)
  const id = removal?.id
  useEffect(() => {
    if (id !== undefined) note.current?.querySelector('button')?.focus()
  }, [id])
  const remove = (mark: ShownMark) => setRemoval({ id: mark.id, bringBack: removeMark(mark) })
  const undo = () => {
    removal?.bringBack()
    setRemoval(undefined)
    note.current?.focus()
  }
  const text = (
    <p role="status" className="mark-removed" ref={note} tabIndex={-1}>
      {removal && (
        <>
          {messages.removed}{' '}
          <button type="button" className="mark-link" onClick={undo}>
            {messages.undo}
          </button>
        </>
      )}
    </p>
  )
  return { remove, note: text }
}
