import { backdrop, ridge, under, glow, type Pattern } from './landscapes.ts'
import { mix, round } from './palettes.ts'

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
