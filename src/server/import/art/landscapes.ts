import { SKY, type Palette } from '#brand/cover-palettes.ts'
import { mix, round } from './palettes.ts'

/** Draws plain SVG that fills `width` × `height`; the lower third of a cover lies under the title card. */
export type Pattern = (canvas: Canvas) => string
type Canvas = { width: number; height: number; colours: Palette; dice: () => number }

export function backdrop({ width, height }: Canvas, top: string, bottom: string): string {
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#sky)"/>`
}

type Ridge = (x: number) => number

export function ridge({ width, dice }: Canvas, base: number, swing: number): Ridge {
  const [a, b, c] = [dice() * 7, dice() * 7, dice() * 7]
  const stretch = 1024 / Math.min(width, 1200)
  return (x) => {
    const t = (x / 1024) * stretch
    return base + swing * (Math.sin(t * 4.2 + a) * 0.6 + Math.sin(t * 9.1 + b) * 0.28 + Math.sin(t * 19 + c) * 0.1)
  }
}

export function under(line: Ridge, { width, height }: Canvas, fill: string): string {
  let path = `M0 ${height}`
  for (let x = 0; x <= width + 16; x += 16) path += `L${x} ${round(line(x))}`
  return `<path d="${path}L${width + 16} ${height}Z" fill="${fill}"/>`
}

export function glow(x: number, y: number, radius: number, fill: string): string {
  const rings = [2.1, 1.6, 1.25].map(
    (scale) => `<circle cx="${x}" cy="${y}" r="${round(radius * scale)}" fill="${fill}" opacity=".1"/>`,
  )
  return `${rings.join('')}<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
}

export const hills: Pattern = (canvas) => {
  const {
    width,
    height,
    colours: { ground, deep, mid, warm, light },
    dice,
  } = canvas
  const sunX = round(width * (0.25 + dice() * 0.45))
  const fills = [mix(ground, mid, 0.4), mix(mid, warm, 0.12), mix(mid, deep, 0.45), deep]
  const lines = fills.map((_, index) => ridge(canvas, height * (0.46 + index * 0.115), height * (0.08 - index * 0.012)))
  let rain = ''
  for (let drop = 0; drop < width / 11; drop++) {
    const [x, y, length] = [dice() * width, dice() * height * 0.62, 22 + dice() * 30]
    rain += `M${round(x)} ${round(y)}l${round(-length * 0.28)} ${round(length)}`
  }
  const fortX = round(width * (0.62 + dice() * 0.2))
  return (
    backdrop(canvas, mix(ground, deep, 0.25), mix(ground, light, 0.22)) +
    glow(sunX, round(height * 0.24), Math.round(height * 0.115), warm) +
    under(lines[0]!, canvas, fills[0]!) +
    fort(fortX, lines[1]!(fortX), mix(mid, deep, 0.62), warm) +
    under(lines[1]!, canvas, fills[1]!) +
    under(lines[2]!, canvas, fills[2]!) +
    under(lines[3]!, canvas, fills[3]!) +
    `<path d="${rain}" stroke="${light}" stroke-width="2.6" stroke-linecap="round" opacity=".42" fill="none"/>`
  )
}

function fort(x: number, y: number, fill: string, lamp: string): string {
  const teeth = Array.from(
    { length: 7 },
    (_, index) => `<rect x="${-84 + index * 25}" y="-58" width="15" height="16"/>`,
  ).join('')
  return `<g transform="translate(${x} ${round(y - 4)})"><g fill="${fill}"><path d="M-124 90L-92-44H92L124 90Z"/>${teeth}<path d="M40-40V-104h44v64Z"/><rect x="36" y="-116" width="12" height="14"/><rect x="56" y="-116" width="12" height="14"/><rect x="76" y="-116" width="12" height="14"/></g><circle cx="62" cy="-78" r="20" fill="${lamp}" opacity=".3"/><circle cx="62" cy="-78" r="8" fill="${lamp}"/></g>`
}

export const night: Pattern = (canvas) => {
  const {
    width,
    height,
    colours: { ground, deep, mid, warm, light },
    dice,
  } = canvas
  const [moonX, moonY] = [round(width * (0.3 + dice() * 0.4)), round(height * 0.27)]
  let stars = ''
  for (let index = 0; index < width / 12; index++) {
    const [x, y, size] = [round(dice() * width), round(dice() * height * 0.58), dice()]
    stars += size > 0.82 ? sparkle(x, y, 9 + size * 9) : `<circle cx="${x}" cy="${y}" r="${round(1.5 + size * 2.6)}"/>`
  }
  const far = ridge(canvas, height * 0.51, height * 0.05)
  const near = ridge(canvas, height * 0.565, height * 0.03)
  return (
    backdrop(canvas, mix(deep, SKY.dark, 0.2), mix(ground, mid, 0.35)) +
    `<g fill="${light}" opacity=".9">${stars}</g>` +
    glow(moonX, moonY, Math.round(height * 0.12), mix(warm, light, 0.45)) +
    `<g fill="${warm}" opacity=".35"><circle cx="${moonX - 40}" cy="${moonY - 24}" r="22"/><circle cx="${moonX + 34}" cy="${moonY + 36}" r="30"/><circle cx="${moonX + 46}" cy="${moonY - 44}" r="13"/></g>` +
    under(far, canvas, mix(ground, deep, 0.35)) +
    roofs(canvas, near, mix(deep, ground, 0.18), warm) +
    under(near, canvas, deep)
  )
}

function sparkle(x: number, y: number, size: number): string {
  const [long, short] = [round(size), round(size * 0.22)]
  return `<path d="M${x} ${round(y - long)}L${round(x + short)} ${round(y - short)}L${round(x + long)} ${y}L${round(x + short)} ${round(y + short)}L${x} ${round(y + long)}L${round(x - short)} ${round(y + short)}L${round(x - long)} ${y}L${round(x - short)} ${round(y - short)}Z"/>`
}

/** Sloping roofs of a wada with a few windows lit. */
function roofs({ width, dice }: Canvas, line: Ridge, wall: string, lit: string): string {
  let houses = ''
  for (let x = -20 + dice() * 40; x < width; x += 150 + dice() * 90) {
    const [span, tall] = [96 + dice() * 60, 70 + dice() * 70]
    const y = line(x + span / 2) + 26 - tall
    houses += `<g transform="translate(${round(x)} ${round(y)})"><path fill="${wall}" d="M0 0H${round(span)}V${round(tall + 60)}H0ZM-22 4L${round(span * 0.2)}-44H${round(span * 0.8)}L${round(span + 22)} 4Z"/>`
    for (let at = 18; at < span - 26; at += 38) {
      if (dice() > 0.45) houses += `<path fill="${lit}" d="M${at} 52V28a9 9 0 0 1 18 0V52Z"/>`
    }
    houses += '</g>'
  }
  return houses
}

export const terraces: Pattern = (canvas) => {
  const {
    width,
    height,
    colours: { deep, warm, light },
    dice,
  } = canvas
  const steps = stepsOf(canvas.colours)
  let fields = ''
  const lines: Ridge[] = []
  for (const [index, fill] of steps.entries()) {
    const line = ridge(canvas, height * (0.36 + index * 0.062), height * 0.055)
    lines.push(line)
    fields += under(line, canvas, fill)
    let rows = ''
    for (let row = 1; row <= 3; row++) {
      rows += 'M0 ' + round(line(0) + row * 15)
      for (let x = 32; x <= width + 32; x += 32) rows += `L${x} ${round(line(x) + row * 15)}`
    }
    fields += `<path d="${rows}" fill="none" stroke="${deep}" stroke-width="2.4" stroke-dasharray="2 13" stroke-linecap="round" opacity=".4"/>`
  }
  // The dice fall in this order.
  const trees = treesOn(canvas, lines)
  const birds = birdsOver(canvas)
  return (
    backdrop(canvas, mix(light, warm, 0.2), mix(warm, light, 0.55)) +
    glow(
      round(width * (0.25 + dice() * 0.5)),
      round(height * 0.22),
      Math.round(height * 0.085),
      mix(warm, SKY.glow, 0.4),
    ) +
    fields +
    trees +
    `<path d="${birds}" fill="none" stroke="${deep}" stroke-width="4" stroke-linecap="round"/>`
  )
}

function treesOn({ width, colours: { deep, mid }, dice }: Canvas, lines: Ridge[]): string {
  let trees = ''
  for (let index = 0; index < width / 110; index++) {
    const line = lines[Math.floor(dice() * 5)]!
    const x = round(dice() * width)
    const [y, size] = [round(line(x)), round(18 + dice() * 16)]
    trees += `<path d="M${x} ${y + 8}v-${size + 12}" stroke="${deep}" stroke-width="6"/><circle cx="${x}" cy="${round(y - size - 4)}" r="${size}" fill="${deep}"/><circle cx="${x - 5}" cy="${round(y - size - 9)}" r="${round(size * 0.55)}" fill="${mix(deep, mid, 0.5)}"/>`
  }
  return trees
}

function birdsOver({ width, height, dice }: Canvas): string {
  let birds = ''
  for (let index = 0; index < 5; index++)
    birds += `M${round(width * (0.1 + dice() * 0.8))} ${round(height * (0.08 + dice() * 0.16))}q12-14 22 0q10-14 22 0`
  return birds
}

/** From the light far field to the dark near one. */
function stepsOf({ ground, deep, mid, warm, light }: Palette): string[] {
  return [
    mix(warm, light, 0.35),
    warm,
    mix(warm, mid, 0.5),
    mid,
    mix(mid, ground, 0.55),
    ground,
    mix(ground, deep, 0.4),
    mix(ground, deep, 0.75),
  ]
}
