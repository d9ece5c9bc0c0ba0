import { escapeText } from '../../src/contract/text/escape-html.ts'
import { colours } from '../../src/brand/colours.ts'

/** By measurement: the value at each number of titles. */
export type Growth = Record<string, Record<string, number>>

const [WIDTH, HEIGHT, LEFT, TOP, PLOT_WIDTH, PLOT_HEIGHT] = [900, 460, 70, 30, 480, 370]
const { kumkum, teal, leaf, turmeric, ink, soft } = colours
const COLOURS = [kumkum, teal, leaf, turmeric, ink, soft]

/** An SVG of all measurements over the number of titles, both logarithmic: a straight line at 45° grows in proportion. */
export function growthPlot(growth: Growth): string {
  const series = Object.entries(growth).map(([name, values]) => ({
    name,
    points: Object.entries(values)
      .map(([titles, value]) => ({ titles: Number(titles), value: Math.max(value, 0.001) }))
      .toSorted((a, b) => a.titles - b.titles),
  }))
  const all = series.flatMap(({ points }) => points)
  const x = scaleOf(
    all.map(({ titles }) => titles),
    LEFT,
    LEFT + PLOT_WIDTH,
  )
  const y = scaleOf(
    all.map(({ value }) => value),
    TOP + PLOT_HEIGHT,
    TOP,
  )
  const lines = series.map(({ name, points }, index) => {
    const colour = COLOURS[index % COLOURS.length] ?? '#000'
    const path = points.map(({ titles, value }) => `${x.at(titles)},${y.at(value)}`).join(' ')
    const dots = points.map(
      ({ titles, value }) => `<circle cx="${x.at(titles)}" cy="${y.at(value)}" r="3.5" fill="${colour}"/>`,
    )
    const label = `<text x="${LEFT + PLOT_WIDTH + 24}" y="${TOP + 12 + index * 20}" fill="${colour}">${escapeText(name)}${factorOf(points)}</text>`
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}${label}`
  })
  const ticks = [
    ...x.ticks.map(
      (mark) => `<text x="${x.at(mark)}" y="${TOP + PLOT_HEIGHT + 20}" text-anchor="middle">${mark}</text>`,
    ),
    ...y.ticks.map((mark) => `<text x="${LEFT - 8}" y="${y.at(mark) + 4}" text-anchor="end">${mark}</text>`),
  ]
  const frame = `<rect x="${LEFT}" y="${TOP}" width="${PLOT_WIDTH}" height="${PLOT_HEIGHT}" fill="none" stroke="#999"/>`
  const caption = `<text x="${LEFT + PLOT_WIDTH / 2}" y="${HEIGHT - 14}" text-anchor="middle">titles</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>${frame}${ticks.join('')}${caption}${lines.join('')}</svg>\n`
}

/** How much the value grew from the smallest to the largest catalog. */
function factorOf(points: readonly { titles: number; value: number }[]): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || first === last) return ''
  return ` (×${(last.value / first.value).toFixed(1)} at ×${(last.titles / first.titles).toFixed(0)})`
}

function scaleOf(values: readonly number[], from: number, to: number) {
  const exponents = values.map((value) => Math.log10(value))
  const [low, high] = [Math.floor(Math.min(0, ...exponents)), Math.ceil(Math.max(1, ...exponents))]
  return {
    at: (value: number) => Math.round(from + ((Math.log10(value) - low) / (high - low)) * (to - from)),
    ticks: Array.from({ length: high - low + 1 }, (_, index) => Number((10 ** (low + index)).toPrecision(1))),
  }
}
