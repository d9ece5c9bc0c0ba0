import { useEffect, useRef, useState } from 'react'
import { copyText } from '#client/copy-text.ts'
import type { Line } from '#contract/transcripts/read-along.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { saveAsFile } from '#client/save-file.ts'
import { drawShareCard, HEIGHT, pictureOf, WIDTH, type ShareCard } from '../listening/share-card.ts'

/** What a line is sent with. `address`: the page that plays from a second of the recording. */
export type LineSource = Omit<ShareCard, 'text'> & { address: (seconds: number) => string }
type Props = { line: Line; source: LineSource; messages: Messages['transcripts']; close: () => void }

/** A link to a line, and a card with it to send on [LN-4]. */
export function LineShare({ line, source, messages, close }: Props) {
  const [note, setNote] = useState('')
  const { canvas, isDrawn } = useCard(line, source)
  const frame = useRef<HTMLElement>(null)
  useEffect(() => frame.current?.querySelector('button')?.focus(), [])
  // A second before the line, so that its first word is heard whole.
  const address = source.address(Math.max(0, (line.start ?? 0) / 1000 - 1))
  const copy = async () => {
    setNote((await copyText(address)) ? messages.copied : address)
  }
  const send = async () => {
    const isSent = canvas.current && (await sendPicture(canvas.current, address))
    setNote(isSent ? '' : messages.notDrawn)
  }
  return (
    <section className="line-shared" aria-label={messages.share} ref={frame}>
      <canvas ref={canvas} width={WIDTH} height={HEIGHT} role="img" aria-label={line.text} />
      <div className="lines-tools">
        <button type="button" className="button" onClick={() => void copy()}>
          {messages.copy}
        </button>
        <button type="button" className="button quiet" disabled={!isDrawn} onClick={() => void send()}>
          {messages.picture}
        </button>
        <button type="button" className="button quiet" onClick={close}>
          {messages.shareClose}
        </button>
      </div>
      <p role="status" className="lines-note">
        {note}
      </p>
    </section>
  )
}

function useCard(line: Line, { title, titleId, cover }: LineSource) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [drawn, setDrawn] = useState<number>()
  useEffect(() => {
    if (!canvas.current) return
    void drawShareCard(canvas.current, { text: line.text, title, titleId, cover }).then(() => setDrawn(line.number))
  }, [line, title, titleId, cover])
  return { canvas, isDrawn: drawn === line.number }
}

/** To another program where the device can, else into a file; false when there is no picture. */
async function sendPicture(canvas: HTMLCanvasElement, address: string): Promise<boolean> {
  const file = await pictureOf(canvas)
  if (!file) return false
  if (navigator.canShare?.({ files: [file] })) {
    // Whoever closes the sheet has not failed.
    await navigator.share({ files: [file], text: address }).catch(() => undefined)
    return true
  }
  saveAsFile(file)
  return true
}
