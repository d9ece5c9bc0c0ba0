import { useState, type DragEvent, type ReactNode } from 'react'
import { droppedFiles } from './dropped-files.ts'

type Props = { text: string; onFiles: (files: readonly File[]) => void; children: ReactNode }

/** Where files and folders are dropped; `children`: the buttons that choose them, for whoever does not drag. */
export function DropZone({ text, onFiles, children }: Props) {
  const [isOver, setOver] = useState(false)
  const drop = async (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles(await droppedFiles(event.dataTransfer))
  }
  return (
    <div
      className="title-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void drop(event)}
    >
      <p>{text}</p>
      <div className="desk-buttons">{children}</div>
    </div>
  )
}
