import { useEffect, useRef, useState } from 'react'
import { copyText } from '#client/copy-text.ts'
import type { Locale } from '#contract/locale.ts'
import type { Line } from '#contract/read-along.ts'
import { nameOrEnglish } from '#contract/translation.ts'
import type { Messages } from '#i18n/namespaces.ts'
import type { Playing } from '#stores/listening/player/state.ts'
import { addressAt } from '../listening/address-at.ts'
import { drawLineCard, HEIGHT, WIDTH } from './line-card.ts'

type Props = {
  line: Line
  now: Playing
  locale: Locale
  messages: Messages['transcripts']
  close: () => void
}

/** A link to a line, and a card with it to send on [LN-4]. */
export function LineShare({ line, now, locale, messages, close }: Props) {
  const [note, setNote] = useState('')
  const { canvas, isDrawn } = useCard({ line, now, locale })
  const frame = useRef<HTMLElement>(null)
  useEffect(() => frame.current?.querySelector('button')?.focus(), [])
  const address = addressOf(line, now, locale)
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

/** A second before the line, so that its first word is heard whole. */
const addressOf = ({ start }: Pick<Line, 'start'>, now: Playing, locale: Locale): string =>
  addressAt(now, locale, Math.max(0, (start ?? 0) / 1000 - 1))

function useCard({ line, now, locale }: Pick<Props, 'line' | 'now' | 'locale'>) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [drawn, setDrawn] = useState<number>()
  const { title } = now
  useEffect(() => {
    if (!canvas.current) return
    const { cover } = title
    void drawLineCard(canvas.current, {
      text: line.text,
      title: nameOrEnglish(title, locale),
      cover: cover
        ? `${cover.base}-${cover.widths.find((width) => width >= 320) ?? cover.widths.at(-1)}.webp`
        : undefined,
      shop: document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? location.host,
    }).then(() => setDrawn(line.number))
  }, [line, title, locale])
  return { canvas, isDrawn: drawn === line.number }
}

/** To another program where the device can, else into a file; false when there is no picture. */
async function sendPicture(canvas: HTMLCanvasElement, address: string): Promise<boolean> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!blob) return false
  const file = new File([blob], 'line.png', { type: blob.type })
  if (navigator.canShare?.({ files: [file] })) {
    // Whoever closes the sheet has not failed.
    await navigator.share({ files: [file], text: address }).catch(() => undefined)
    return true
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  return true
}
