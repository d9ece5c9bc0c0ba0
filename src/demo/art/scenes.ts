import { mix, type Palette } from './palettes.ts'

/** Draws plain SVG that fills `width` × `height`; the lower third of a cover lies under the title card. */
export type Pattern = (canvas: Canvas) => string
export type Canvas = { width: number; height: number; colours: Palette; dice: () => number }

const round = (value: number) => Math.round(value * 10) / 10

export function backdrop({ width, height }: Canvas, top: string, bottom: string): string {
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#sky)"/>`
}

type Ridge = (x: number) => number

function ridge({ width, dice }: Canvas, base: number, swing: number): Ridge {
  const [a, b, c] = [dice() * 7, dice() * 7, dice() * 7]
  const stretch = 1024 / Math.min(width, 1200)
  return (x) => {
    const t = (x / 1024) * stretch
    return base + swing * (Math.sin(t * 4.2 + a) * 0.6 + Math.sin(t * 9.1 + b) * 0.28 + Math.sin(t * 19 + c) * 0.1)
  }
}

function under(line: Ridge, { width, height }: Canvas, fill: string): string {
  let path = `M0 ${height}`
  for (let x = 0; x <= width + 16; x += 16) path += `L${x} ${round(line(x))}`
  return `<path d="${path}L${width + 16} ${height}Z" fill="${fill}"/>`
}

function glow(x: number, y: number, radius: number, fill: string): string {
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
    backdrop(canvas, mix(deep, '#000000', 0.2), mix(ground, mid, 0.35)) +
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
    colours: { ground, deep, mid, warm, light },
    dice,
  } = canvas
  const steps = [
    mix(warm, light, 0.35),
    warm,
    mix(warm, mid, 0.5),
    mid,
    mix(mid, ground, 0.55),
    ground,
    mix(ground, deep, 0.4),
    mix(ground, deep, 0.75),
  ]
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
  let trees = ''
  for (let index = 0; index < width / 110; index++) {
    const line = lines[Math.floor(dice() * 5)]!
    const x = round(dice() * width)
    const [y, size] = [round(line(x)), round(18 + dice() * 16)]
    trees += `<path d="M${x} ${y + 8}v-${size + 12}" stroke="${deep}" stroke-width="6"/><circle cx="${x}" cy="${round(y - size - 4)}" r="${size}" fill="${deep}"/><circle cx="${x - 5}" cy="${round(y - size - 9)}" r="${round(size * 0.55)}" fill="${mix(deep, mid, 0.5)}"/>`
  }
  let birds = ''
  for (let index = 0; index < 5; index++)
    birds += `M${round(width * (0.1 + dice() * 0.8))} ${round(height * (0.08 + dice() * 0.16))}q12-14 22 0q10-14 22 0`
  return (
    backdrop(canvas, mix(light, warm, 0.2), mix(warm, light, 0.55)) +
    glow(
      round(width * (0.25 + dice() * 0.5)),
      round(height * 0.22),
      Math.round(height * 0.085),
      mix(warm, '#c8502e', 0.4),
    ) +
    fields +
    trees +
    `<path d="${birds}" fill="none" stroke="${deep}" stroke-width="4" stroke-linecap="round"/>`
  )
}

export const sea: Pattern = (canvas) => {
  const {
    width,
    height,
    colours: { ground, deep, mid, warm, light, accent },
    dice,
  } = canvas
  const shades = [mix(mid, light, 0.35), mid, mix(mid, ground, 0.6), ground, mix(ground, deep, 0.5), deep]
  let waves = ''
  const size = 96
  for (let row = 0; row < 9; row++) {
    const y = height * 0.43 + row * size * 0.52
    for (let x = row % 2 ? -size : 0; x < width + size; x += size * 2) {
      const rings = [1, 0.74, 0.48, 0.22].map(
        (scale, index) =>
          `<circle cx="${x}" cy="${round(y + size)}" r="${round(size * scale * 1.06)}" fill="${index % 2 ? mix(shades[Math.min(5, Math.floor(row * 0.75))]!, light, 0.42) : shades[Math.min(5, Math.floor(row * 0.75))]}"/>`,
      )
      waves += rings.join('')
    }
  }
  const boatX = round(width * (0.3 + dice() * 0.4))
  const boat = `<g transform="translate(${boatX} ${round(height * 0.445)})"><path d="M-120-12Q0 46 120-12L92 52H-86Z" fill="${deep}"/><path d="M-4-230V-14" stroke="${deep}" stroke-width="8"/><path d="M6-232Q122-150 104-30H6Z" fill="${light}"/><path d="M-14-190Q-92-120-88-30H-14Z" fill="${accent}"/></g>`
  return (
    backdrop(canvas, mix(warm, light, 0.25), mix(warm, accent, 0.28)) +
    glow(round(width * 0.72), round(height * 0.26), Math.round(height * 0.1), light) +
    boat +
    waves
  )
}

export const kites: Pattern = (canvas) => {
  const {
    width,
    height,
    colours: { ground, deep, mid, warm, light, accent },
    dice,
  } = canvas
  let clouds = ''
  for (let index = 0; index < width / 170; index++) {
    const [x, y, scale] = [round(dice() * width), round(height * (0.06 + dice() * 0.6)), round(0.6 + dice() * 0.9)]
    clouds += `<path transform="translate(${x} ${y}) scale(${scale})" d="M-90 30a34 34 0 0 1 8-66a52 52 0 0 1 96-14a44 44 0 0 1 74 80Z"/>`
  }
  const paints = [
    [warm, accent],
    [accent, warm],
    [light, accent],
    [deep, warm],
    [warm, deep],
  ] as const
  let flying = ''
  const count = Math.round(width / 190)
  for (let index = 0; index < count; index++) {
    const x = round(width * ((index + 0.5) / count + (dice() - 0.5) * 0.08))
    const y = round(height * (index % 2 ? 0.36 : 0.17) + (dice() - 0.5) * 90)
    const [main, other] = paints[index % paints.length]!
    const turn = Math.round((dice() - 0.5) * 50)
    const size = round(72 + dice() * 46)
    flying +=
      `<path d="M${x} ${y}Q${round(x - 120 + dice() * 240)} ${round(y + 260)} ${round(width * 0.5)} ${height}" fill="none" stroke="${light}" stroke-width="2.5" opacity=".75"/>` +
      `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M0-${size}L${size} 0L0 ${size}L-${size} 0Z" fill="${main}"/><path d="M0-${size}L${size} 0H-${size}Z" fill="${other}"/><path d="M0-${size}V${size}M-${size} 0Q0-${round(size * 0.7)} ${size} 0" stroke="${deep}" stroke-width="4" fill="none"/><path d="M0 ${size}l-26 46h52Z" fill="${other}"/><circle cx="0" cy="0" r="${round(size * 0.2)}" fill="${light}"/></g>`
  }
  return backdrop(canvas, ground, mix(mid, light, 0.45)) + `<g fill="${light}" opacity=".55">${clouds}</g>` + flying
}

export const windows: Pattern = (canvas) => {
  const {
    width,
    height,
    colours: { ground, deep, mid, warm, light, accent },
    dice,
  } = canvas
  const [cell, tall] = [256, 300]
  let all = ''
  for (let y = -10; y < height; y += tall) {
    all += `<rect y="${y + tall - 22}" width="${width}" height="14" fill="${deep}" opacity=".55"/><rect y="${y + tall - 30}" width="${width}" height="8" fill="${mid}"/>`
    for (let x = 0; x < width; x += cell) {
      const lit = dice() > 0.5
      all +=
        `<g transform="translate(${x + cell / 2} ${y + 30})"><path d="M-84 236V70Q-84-10 0-16Q84-10 84 70V236Z" fill="${mix(mid, deep, 0.35)}"/>` +
        `<path d="M-62 236V86q0-26 22-26q0-24 22-24q2-22 18-30q16 8 18 30q22 0 22 24q22 0 22 26V236Z" fill="${lit ? warm : deep}"/>${lit ? litRoom(dice(), deep, accent) : shutters(mid)}` +
        `<path d="M-96 236h192v16H-96Z" fill="${light}" opacity=".85"/></g>`
    }
  }
  return backdrop(canvas, mix(ground, mid, 0.2), mix(ground, deep, 0.2)) + all
}

function shutters(line: string): string {
  return `<path d="M0 40V236M-62 120H62M-62 150H62M-62 180H62M-62 210H62" stroke="${line}" stroke-width="4" opacity=".6"/>`
}

/** Who is at home: a cat, a lamp, a plant or a reader. */
function litRoom(share: number, deep: string, accent: string): string {
  if (share < 0.25)
    return `<path fill="${deep}" d="M-30 236q-6-50 22-62l-2-30 14 12h14l14-12-2 34q20 16 16 58Z"/><path d="M34 232q34-8 22-44" stroke="${deep}" stroke-width="8" fill="none" stroke-linecap="round"/>`
  if (share < 0.5)
    return `<path d="M0 10V110" stroke="${deep}" stroke-width="4"/><path d="M-30 150L-16 110H16L30 150Z" fill="${accent}"/>`
  if (share < 0.75)
    return `<path d="M-22 236L-28 196H28L22 236Z" fill="${accent}"/><path d="M0 196Q-10 150-46 132Q-40 176 0 196Q2 130 10 106Q32 150 4 196Q30 150 52 150Q44 190 0 196" fill="${deep}"/>`
  return `<circle cx="0" cy="136" r="24" fill="${deep}"/><path d="M-50 236q4-70 50-70t50 70Z" fill="${deep}"/><path d="M-34 204l34 10l34-10v26l-34 10l-34-10Z" fill="${accent}"/>`
}

/** A train on a viaduct of the ghats. */
export const viaduct: Pattern = (canvas) => {
  const {
    width,
    height,
    colours: { ground, deep, mid, warm, light, accent },
  } = canvas
  const far = ridge(canvas, height * 0.36, height * 0.1)
  const middle = ridge(canvas, height * 0.47, height * 0.07)
  const deck = round(height * 0.46)
  let arches = `M-10 ${deck}H${width + 10}V${height}H-10Z`
  for (let x = -40; x < width; x += 128) arches += `M${x + 14} ${height}V${deck + 110}a50 62 0 0 1 100 0V${height}Z`
  let coaches = ''
  for (let coach = 0; coach < 4; coach++) {
    const x = 60 + coach * 152
    const panes = [18, 48, 78, 108]
      .map((at) => `<rect x="${x + at}" y="${deck - 58}" width="20" height="20" rx="3" fill="${light}"/>`)
      .join('')
    coaches += `<rect x="${x}" y="${deck - 76}" width="144" height="62" rx="8" fill="${coach % 2 ? mix(accent, deep, 0.25) : accent}"/>${panes}<path d="M${x + 4} ${deck - 26}h136" stroke="${warm}" stroke-width="5"/><circle cx="${x + 32}" cy="${deck - 10}" r="11" fill="${deep}"/><circle cx="${x + 112}" cy="${deck - 10}" r="11" fill="${deep}"/>`
  }
  const front = 60 + 4 * 152
  const engine = `<path d="M${front} ${deck - 14}v-74h96q44 4 60 74Z" fill="${deep}"/><rect x="${front + 66}" y="${deck - 74}" width="36" height="24" rx="4" fill="${warm}"/><path d="M${front} ${deck - 36}h150" stroke="${warm}" stroke-width="6"/><circle cx="${front + 36}" cy="${deck - 10}" r="11" fill="${mix(deep, mid, 0.4)}"/><circle cx="${front + 116}" cy="${deck - 10}" r="11" fill="${mix(deep, mid, 0.4)}"/>`
  return (
    backdrop(canvas, mix(warm, light, 0.5), mix(warm, accent, 0.2)) +
    glow(round(width * 0.7), round(height * 0.2), Math.round(height * 0.09), mix(warm, accent, 0.3)) +
    under(far, canvas, mix(mid, light, 0.25)) +
    under(middle, canvas, mid) +
    `<path d="${arches}" fill="${mix(ground, deep, 0.35)}" fill-rule="evenodd"/><path d="M0 ${deck + 3}H${width}" stroke="${deep}" stroke-width="8"/>` +
    coaches +
    engine
  )
}

/** Mynas on the wires. */
export const birds: Pattern = (canvas) => {
  const {
    width,
    height,
    colours: { ground, deep, mid, warm, light, accent },
    dice,
  } = canvas
  let flock = ''
  for (const [row, share] of [0.2, 0.38, 0.56].entries()) {
    const sag = (x: number) => height * share + 46 * Math.sin((x / width) * Math.PI) + row * 6
    let wire = `M0 ${round(sag(0))}`
    for (let x = 32; x <= width + 32; x += 32) wire += `L${x} ${round(sag(x))}`
    flock += `<path d="${wire}" fill="none" stroke="${deep}" stroke-width="5"/>`
    const count = row === 1 ? 4 : 3
    for (let bird = 0; bird < count; bird++) {
      const x = (width * (bird + 0.5)) / count + (dice() - 0.5) * 60
      flock += `<g transform="translate(${round(x)} ${round(sag(x))}) scale(${dice() > 0.5 ? 1 : -1} 1)"><path d="M-62-18Q-40-108 26-112Q66-112 66-78Q60-6-6-2Q-30-2-40-14L-84 44L-96 34Z" fill="${deep}"/><path d="M-40-24Q-16-76 20-60Q12-16-40-24Z" fill="${[accent, mid, ground][row]}"/><path d="M62-92L92-80L62-72Z" fill="${warm}"/><circle cx="44" cy="-88" r="11" fill="${warm}"/><circle cx="46" cy="-88" r="5.5" fill="${deep}"/><path d="M-4-4V10M14-6V10" stroke="${warm}" stroke-width="6" stroke-linecap="round"/></g>`
    }
  }
  return (
    backdrop(canvas, mix(ground, light, 0.15), mix(mid, light, 0.5)) +
    `<circle cx="${round(width * 0.78)}" cy="${round(height * 0.12)}" r="${round(height * 0.2)}" fill="${warm}" opacity=".8"/>` +
    flock
  )
}
