import { mix, round } from './palettes.ts'
import { backdrop, type Pattern } from './landscapes.ts'

export const leaves: Pattern = (canvas) => {
  const {
    width,
    height,
    colours: { ground, deep, mid, warm, accent },
    dice,
  } = canvas
  let sprays = ''
  for (let index = 0; index < Math.round(width / 52); index++) {
    const [x, y] = [round(dice() * width), round(dice() * height)]
    const fill = [mid, mix(mid, ground, 0.4), mix(mid, warm, 0.35), mix(ground, deep, 0.45)][index % 4]!
    sprays += `<g transform="translate(${x} ${y}) rotate(${Math.round(dice() * 360)}) scale(${round(0.8 + dice() * 0.6)})"><path d="M0 0Q-70-110 0-280Q70-110 0 0Z" fill="${fill}"/><path d="M0-4V-262M0-60l-26-30M0-60l26-30M0-110l-30-32M0-110l30-32M0-160l-24-30M0-160l24-30" stroke="${deep}" stroke-width="3" fill="none" opacity=".5"/></g>`
  }
  let fruit = ''
  for (let index = 0; index < Math.round(width / 140); index++) {
    const x = round(width * ((index + 0.5) / Math.round(width / 140)) + (dice() - 0.5) * 60)
    const y = round(height * (0.16 + (index % 3) * 0.16))
    fruit += `<path d="M${x} ${y - 190}V${y - 60}" stroke="${deep}" stroke-width="6"/><g transform="translate(${x} ${y}) rotate(${Math.round((dice() - 0.5) * 26)})"><path d="M-6-68Q58-70 62-4Q62 66 4 72Q-58 66-60 2Q-58-60-6-68Z" fill="${warm}"/><path d="M-6-68Q58-70 62-4Q62 40 34 60Q40-30-6-68Z" fill="${accent}" opacity=".55"/></g>`
  }
  return backdrop(canvas, mix(ground, deep, 0.35), deep) + sprays + fruit
}

/** A waveform over a rising disc: for podcasts. */
export const sound: Pattern = (canvas) => {
  const {
    width,
    height,
    colours: { ground, deep, mid, warm, light, accent },
    dice,
  } = canvas
  const middle = round(height * 0.36)
  let discs = ''
  for (const [index, radius] of [520, 430, 345, 262].entries()) {
    discs += `<circle cx="${width / 2}" cy="${middle}" r="${radius}" fill="${[mix(ground, deep, 0.35), mix(ground, mid, 0.35), mix(ground, mid, 0.75), warm][index]}"/>`
  }
  let bars = ''
  const [a, b] = [dice() * 6, dice() * 6]
  for (let x = 36; x < width - 20; x += 34) {
    const t = x / width
    const envelope = Math.sin(t * Math.PI) ** 1.4
    const tall = 18 + envelope * (70 + 130 * Math.abs(Math.sin(t * 17 + a) * Math.sin(t * 41 + b)) + dice() * 40)
    bars += `<rect x="${x - 8}" y="${round(middle - tall)}" width="16" height="${round(tall * 2)}" rx="8" fill="${dice() > 0.86 ? accent : envelope > 0.62 ? deep : light}"/>`
  }
  return backdrop(canvas, mix(ground, deep, 0.6), deep) + discs + bars
}
