import { useState } from 'react'
import type { ShownMark } from '#stores/library/marks/mark-queue.ts'
import { removeMark } from '#stores/library/marks/marks.ts'
import type { MarkMessages } from './MarkItem.tsx'

/** Deletes a mark, and offers to bring back the one that was deleted last. */
export function useRemoval(messages: MarkMessages) {
  const [restore, setRestore] = useState<() => void>()
  const remove = (mark: ShownMark) => {
    const bringBack = removeMark(mark)
    setRestore(() => bringBack)
  }
  const undo = () => {
    restore?.()
    setRestore(undefined)
  }
  const note = (
    <p role="status" className="mark-removed">
      {restore && (
        <>
          {messages.removed}{' '}
          <button type="button" className="mark-link" onClick={undo}>
            {messages.undo}
          </button>
        </>
      )}
    </p>
  )
  return { remove, note }
}
