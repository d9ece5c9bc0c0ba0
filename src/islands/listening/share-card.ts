import { waveformOf } from '#stores/listening/title-waveform.ts'
import { shopName } from '../shell/page-title.ts'

/** What stands on a card: a line, or the name of a track, with its title. */
export type ShareCard = { text: string; title: string; titleId: number | undefined; cover: string | undefined }

export const [WIDTH, HEIGHT] = [1200, 630]
const EDGE = 60
const COVER = 360
const ROOM = 330
const SIZES = [64, 56, 48, 40, 34, 28]
const LEADING = 1.5
/** A picture that is shared goes without its waveform rather than late. */
const PATIENCE_MS = 2_000
/** The waveform stands between the words and the names: its middle, its half height, and the room of a step. */
const WAVE = { middle: HEIGHT - EDGE - 84 - 60, half: 32, step: 12 }

/** Draws words with cover and waveform of their title, in the fonts and colours of the page: the browser shapes every script. */
export async function drawShareCard(canvas: HTMLCanvasElement, card: ShareCard): Promise<void> {
  const drawing = canvas.getContext('2d')
  if (!drawing) return
  const family = getComputedStyle(document.body).fontFamily
  const colours = getComputedStyle(document.documentElement)
  const colour = (name: string) => colours.getPropertyValue(name).trim()
  const [cover, waveform] = await Promise.all([
    imageOf(card.cover),
    waveformOf(card.titleId, AbortSignal.timeout(PATIENCE_MS)),
    // Letters of another script may not be on the page yet.
    document.fonts.load(`600 48px ${family}`, card.text + card.title).catch(() => []),
  ])
  drawing.fillStyle = colour('--paper')
  drawing.fillRect(0, 0, WIDTH, HEIGHT)
  drawing.fillStyle = colour('--kumkum')
  drawing.fillRect(0, 0, 16, HEIGHT)
  if (cover) drawing.drawImage(cover, WIDTH - EDGE - COVER, EDGE, COVER, COVER)
  const width = WIDTH - 2 * EDGE - (cover ? COVER + EDGE : 0)
  drawing.textBaseline = 'top'
  drawing.fillStyle = colour('--ink')
  drawWords(drawing, card.text, width, (size) => `600 ${size}px ${family}`)
  drawWaveform(drawing, waveform, colour('--kumkum'))
  drawing.font = `600 34px ${family}`
  drawing.fillText(card.title, EDGE, HEIGHT - EDGE - 84, WIDTH - 2 * EDGE)
  drawing.fillStyle = colour('--soft')
  drawing.font = `400 28px ${family}`
  drawing.fillText(shopName(), EDGE, HEIGHT - EDGE - 34, WIDTH - 2 * EDGE)
}

/** The card as a file; undefined when the browser makes none. */
export async function pictureOf(canvas: HTMLCanvasElement): Promise<File | undefined> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  return blob ? new File([blob], 'share.png', { type: blob.type }) : undefined
}

/** Draws a card that nobody sees, to be sent. */
export async function pictureOfCard(card: ShareCard): Promise<File | undefined> {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT })
  await drawShareCard(canvas, card)
  return pictureOf(canvas)
}

/** As the waveform of the sample on the page of the title: a stroke for each step, with round ends. */
function drawWaveform(drawing: CanvasRenderingContext2D, steps: readonly number[], colour: string): void {
  drawing.strokeStyle = colour
  drawing.lineWidth = 5
  drawing.lineCap = 'round'
  drawing.beginPath()
  for (const [index, step] of steps.entries()) {
    const [x, half] = [EDGE + 3 + index * WAVE.step, Math.max(2, (step / 100) * WAVE.half)]
    drawing.moveTo(x, WAVE.middle - half)
    drawing.lineTo(x, WAVE.middle + half)
  }
  drawing.stroke()
}

async function imageOf(address: string | undefined): Promise<HTMLImageElement | undefined> {
  if (!address) return undefined
  const image = new Image()
  image.src = address
  return image.decode().then(
    () => image,
    () => undefined,
  )
}

/** In the largest size that fits; what fits in none ends with an ellipsis. */
function drawWords(
  drawing: CanvasRenderingContext2D,
  text: string,
  width: number,
  fontOf: (size: number) => string,
): void {
  for (const size of SIZES) {
    drawing.font = fontOf(size)
    const rows = wrapped(text, (part) => drawing.measureText(part).width <= width)
    const most = Math.floor(ROOM / (size * LEADING))
    if (rows.length > most && size !== SIZES.at(-1)) continue
    const shown = rows.length > most ? [...rows.slice(0, most - 1), `${rows[most - 1]} …`] : rows
    for (const [row, words] of shown.entries()) drawing.fillText(words, EDGE, EDGE + row * size * LEADING, width)
    return
  }
}

/** Rows of whole words. */
export function wrapped(text: string, fits: (part: string) => boolean): string[] {
  const rows: string[] = []
  for (const word of text.split(/\s+/)) {
    const longer = rows.length > 0 ? `${rows.at(-1)} ${word}` : word
    if (rows.length > 0 && fits(longer)) rows[rows.length - 1] = longer
    else rows.push(word)
  }
  return rows
}
