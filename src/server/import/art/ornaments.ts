import { mix, round } from './palettes.ts'
import { backdrop, type Pattern } from './landscapes.ts'

export const lattice: Pattern = (canvas) => {
  const {
    width,
    height,
    colours: { ground, deep, mid, warm, light },
    dice,
  } = canvas
  const cell = dice() > 0.5 ? 128 : 170
  const arc = round(cell * 0.72)
  let petals = ''
  let gems = ''
  for (let y = -cell; y <= height + cell; y += cell) {
    for (let x = -cell; x <= width + cell; x += cell) {
      petals += `M${x} ${y}A${arc} ${arc} 0 0 1 ${x + cell} ${y}A${arc} ${arc} 0 0 1 ${x} ${y}M${x} ${y}A${arc} ${arc} 0 0 1 ${x} ${y + cell}A${arc} ${arc} 0 0 1 ${x} ${y}`
      const [cx, cy] = [x + cell / 2, y + cell / 2]
      gems += `<circle cx="${cx}" cy="${cy}" r="${round(cell * 0.13)}" fill="${mid}"/><circle cx="${cx}" cy="${cy}" r="${round(cell * 0.065)}" fill="${warm}"/><circle cx="${x}" cy="${y}" r="${round(cell * 0.07)}" fill="${ground}"/><circle cx="${x}" cy="${y}" r="${round(cell * 0.035)}" fill="${warm}"/>`
    }
  }
  return (
    backdrop(canvas, ground, deep) +
    `<path d="${petals}" fill="${light}"/><path d="${petals}" fill="none" stroke="${mix(ground, warm, 0.35)}" stroke-width="5"/>${gems}`
  )
}

export const rangoli: Pattern = (canvas) => {
  const {
    width,
    height,
    colours: { ground, deep, warm, light, accent, mid },
    dice,
  } = canvas
  const [cx, cy] = [width / 2, round(height * 0.37)]
  const petalsOfFirst = 8 + Math.floor(dice() * 3) * 2
  let rings = ''
  const paints = [light, warm, mix(mid, light, 0.35), light, accent, warm, light, mix(mid, warm, 0.5), light]
  for (let ring = 0; ring < 9; ring++) {
    const radius = 70 + ring * 84
    const count = petalsOfFirst + ring * 6
    const shape = motif((ring + Math.floor(dice() * 2)) % 4, Math.min(40, (Math.PI * radius) / count), paints[ring]!)
    for (let index = 0; index < count; index++) {
      rings += `<g transform="translate(${cx} ${cy}) rotate(${round(((index + (ring % 2) / 2) * 360) / count)}) translate(0 -${radius})">${shape}</g>`
    }
    rings += `<circle cx="${cx}" cy="${cy}" r="${radius + 46}" fill="none" stroke="${light}" stroke-width="2.5" stroke-dasharray="1 11" stroke-linecap="round" opacity=".8"/>`
  }
  return (
    backdrop(canvas, ground, mix(ground, deep, 0.3)) +
    rings +
    `<circle cx="${cx}" cy="${cy}" r="44" fill="${accent}"/><circle cx="${cx}" cy="${cy}" r="26" fill="${warm}"/><circle cx="${cx}" cy="${cy}" r="10" fill="${light}"/>`
  )
}

function motif(kind: number, half: number, fill: string): string {
  const h = round(half * 0.82)
  if (kind === 0) return `<path d="M0 34Q-${h} 4 0-36Q${h} 4 0 34Z" fill="${fill}"/>`
  if (kind === 1)
    return `<path d="M0-28L${round(h * 0.8)} 0L0 28L-${round(h * 0.8)} 0Z" fill="none" stroke="${fill}" stroke-width="5"/><circle r="6" fill="${fill}"/>`
  if (kind === 2)
    return `<path d="M-${h} 20Q-${h}-30 0-30Q${h}-30 ${h} 20" fill="none" stroke="${fill}" stroke-width="6" stroke-linecap="round"/><circle cy="4" r="8" fill="${fill}"/>`
  return `<path d="M0 30V-8M0-8Q-${h}-14-${round(h * 0.6)}-36Q0-34 0-8Q0-34 ${round(h * 0.6)}-36Q${h}-14 0-8" fill="${fill}" stroke="${fill}" stroke-width="4"/>`
}

export const river: Pattern = (canvas) => {
  const {
    width,
    height,
    colours: { ground, deep, mid, warm, light, accent },
    dice,
  } = canvas
  const paints = [light, ground, light, mid, warm, light, accent, deep, light, mix(ground, mid, 0.5), warm]
  const [a, b] = [dice() * 7, dice() * 7]
  const level = (x: number, band: number) =>
    band * 27 -
    90 +
    34 * Math.sin((x / width) * 6.3 + a + band * 0.16) +
    16 * Math.sin((x / width) * 13 + b - band * 0.11)
  let bands = ''
  for (let band = 0; band * 27 - 150 < height; band++) {
    let path = `M0 ${height}`
    for (let x = 0; x <= width + 20; x += 20) path += `L${x} ${round(level(x, band))}`
    bands += `<path d="${path}L${width + 20} ${height}Z" fill="${paints[band % paints.length]}"/>`
  }
  return backdrop(canvas, light, light) + bands
}

/** Warli figures: two triangles that meet at the waist, drawn in rice paste on an earthen wall. */
export const warli: Pattern = (canvas) => {
  const {
    width,
    height,
    colours: { ground, deep, light, warm },
    dice,
  } = canvas
  const [cx, cy] = [width / 2, round(height * 0.37)]
  const paint = mix(light, warm, 0.12)
  let people = ''
  for (const [radius, count] of [
    [width > 1200 ? 120 : 158, 9],
    [width > 1200 ? 235 : 292, 18],
    [430, 27],
    [570, 36],
    [720, 46],
    [880, 56],
  ] as const) {
    const start = dice() * 40
    for (let index = 0; index < count; index++) {
      people += `<g transform="translate(${cx} ${cy}) rotate(${round(start + (index * 360) / count)}) translate(0 -${radius})">${dancer(index % 3)}</g>`
    }
  }
  let rays = ''
  for (let ray = 0; ray < 20; ray++) rays += `<path transform="rotate(${ray * 18})" d="M0-62V-88"/>`
  const sun = `<g transform="translate(${cx} ${cy})" stroke="${paint}" stroke-width="5" fill="none" stroke-linecap="round"><circle r="50"/><circle r="34" stroke-dasharray="2 10"/><circle r="14" fill="${warm}" stroke="none"/>${rays}</g>`
  return (
    backdrop(canvas, mix(ground, deep, 0.25), mix(ground, deep, 0.5)) +
    `<g fill="${paint}" stroke="${paint}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round">${people}</g>` +
    sun
  )
}

function dancer(step: number): string {
  const legs = [
    `M-12 34L-20 56L-8 70M12 34L20 58L28 70`,
    `M-12 34L-16 70M12 34L16 70`,
    `M-12 34L-26 52L-20 70M12 34L10 70`,
  ][step]!
  return `<path d="M-20-14H20L0 12ZM0 8L-17 36H17Z"/><circle cx="0" cy="-32" r="10"/><path d="M-20-14L-36 4L-50-8M20-14L36 4L50-8${legs}" fill="none"/>`
}

export const paithani: Pattern = (canvas) => {
  const { width, height, colours, dice } = canvas
  const { ground, deep, mid, warm, light, accent } = colours
  const grounds = [deep, ground, accent, mix(ground, deep, 0.5), mid]
  let cloth = ''
  let y = -20
  for (let band = 0; y < height; band++) {
    const tall = [34, 128, 22, 92, 22, 150, 34, 76][band % 8]!
    const fill = grounds[(band * 2 + Math.floor(dice() * 2)) % grounds.length]!
    cloth += `<rect y="${y}" width="${width}" height="${tall + 1}" fill="${tall < 40 ? warm : fill}"/>`
    cloth +=
      tall < 40
        ? threads(y, tall, width, accent, deep)
        : weave(band, y, tall, width, [warm, light, accent === fill ? ground : accent])
    y += tall
  }
  let weft = ''
  for (let line = 3; line < height; line += 6) weft += `M0 ${line}H${width}`
  return (
    backdrop(canvas, ground, deep) + cloth + `<path d="${weft}" stroke="${deep}" stroke-width="1.2" opacity=".13"/>`
  )
}

function threads(y: number, tall: number, width: number, first: string, second: string): string {
  let marks = ''
  for (let x = 0; x < width; x += 24) marks += `M${x} ${y + tall}l12-${tall}l12 ${tall}Z`
  return `<path d="${marks}" fill="${first}"/><path d="M0 ${y + 1}H${width}M0 ${y + tall - 1}H${width}" stroke="${second}" stroke-width="4"/>`
}

function weave(
  band: number,
  y: number,
  tall: number,
  width: number,
  [gold, pale, gem]: [string, string, string],
): string {
  const middle = y + tall / 2
  const step = tall > 120 ? 128 : 64
  const scale = round(tall / 128)
  let figures = ''
  for (let x = step / 2; x < width + step; x += step) {
    if (band % 8 === 1)
      figures += `<g transform="translate(${x} ${middle}) scale(${scale})"><path d="M-6 46Q-44 20-28-16Q-14-48 22-44Q44-34 30-18Q10-24 8-4Q8 24-6 46Z" fill="${gold}"/><path d="M-6 24Q-22 8-14-10Q-6-24 8-26" fill="none" stroke="${gem}" stroke-width="7"/><circle cx="-2" cy="-2" r="6" fill="${pale}"/></g>`
    else if (band % 8 === 5)
      figures += `<g transform="translate(${x} ${middle})"><path d="M0-62L26-36L0-10L-26-36ZM0 10L26 36L0 62L-26 36ZM-34 0L-60-26L-60 26ZM34 0L60-26L60 26Z" fill="${gold}"/><circle r="13" fill="${gem}"/><circle r="6" fill="${pale}"/><circle cy="-36" r="9" fill="${gem}"/><circle cy="36" r="9" fill="${gem}"/></g>`
    else
      figures += `<path d="M${x} ${round(middle - tall * 0.32)}l${round(step * 0.36)} ${round(tall * 0.32)}l-${round(step * 0.36)} ${round(tall * 0.32)}l-${round(step * 0.36)}-${round(tall * 0.32)}Z" fill="${gold}"/><circle cx="${x}" cy="${middle}" r="${round(tall * 0.1)}" fill="${gem}"/><circle cx="${x + step / 2}" cy="${middle}" r="4" fill="${pale}"/>`
  }
  return figures
}

export const peacock: Pattern = (canvas) => {
  const {
    width,
    height,
    colours: { ground, deep, mid, warm, light, accent },
  } = canvas
  const size = 116
  let feathers = ''
  let row = 0
  for (let y = -size; y < height + size; y += size * 0.82) {
    for (let x = row % 2 ? -size : 0; x <= width + size; x += size * 2) {
      feathers += `<g transform="translate(${x} ${round(y)})"><circle r="${size + 6}" fill="${deep}"/><circle r="${size}" fill="${mix(ground, mid, 0.25)}"/>${barbs(size, mix(ground, deep, 0.45))}<ellipse cy="34" rx="62" ry="68" fill="${warm}"/><ellipse cy="40" rx="48" ry="54" fill="${accent}"/><ellipse cy="46" rx="34" ry="38" fill="${mix(mid, light, 0.3)}"/><path d="M0 78Q-30 60-24 36Q-14 26 0 38Q14 26 24 36Q30 60 0 78Z" fill="${deep}"/></g>`
    }
    row++
  }
  return backdrop(canvas, ground, deep) + feathers
}

function barbs(size: number, stroke: string): string {
  let lines = ''
  for (let angle = -80; angle <= 260; angle += 10) {
    const radians = (angle * Math.PI) / 180
    lines += `M${round(Math.cos(radians) * 70)} ${round(30 + Math.sin(radians) * 60)}L${round(Math.cos(radians) * (size - 6))} ${round(Math.sin(radians) * (size - 6))}`
  }
  return `<path d="${lines}" stroke="${stroke}" stroke-width="3.5" opacity=".8"/>`
}
