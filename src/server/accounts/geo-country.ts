type Point = readonly [lon: number, lat: number]

/** A polygon of the mainland, up to 20 km off in places and with some sea in it. Clockwise from the Rann of Kutch. */
const MAINLAND: readonly Point[] = [
  ...([
    [68.0, 23.7],
    [71.0, 24.4],
    [70.2, 25.7],
    [69.5, 26.8],
    [70.4, 28.0],
    [72.0, 28.1],
    [72.9, 29.0],
    [73.9, 30.0],
    [74.5, 31.0],
    [74.5, 31.6],
  ] as const),
  ...([
    [75.3, 32.3],
    [74.6, 32.8],
    [74.0, 33.8],
    [73.8, 34.6],
    [76.0, 34.7],
    [77.0, 35.6],
    [78.3, 34.6],
    [78.9, 33.3],
    [79.5, 32.7],
    [78.7, 31.6],
  ] as const),
  ...([
    [79.5, 31.0],
    [81.0, 30.2],
    [80.3, 29.5],
    [80.1, 28.9],
    [80.6, 28.6],
    [81.9, 27.9],
    [83.3, 27.4],
    [84.1, 27.4],
    [84.9, 27.0],
    [86.1, 26.6],
  ] as const),
  ...([
    [87.2, 26.4],
    [88.1, 26.4],
    [88.0, 27.1],
    [88.1, 27.9],
    [88.6, 28.1],
    [88.9, 27.3],
    [89.0, 26.9],
    [89.4, 26.85],
    [90.4, 26.85],
    [92.1, 26.85],
  ] as const),
  ...([
    [92.0, 27.5],
    [91.6, 27.8],
    [92.5, 27.9],
    [94.0, 29.0],
    [95.4, 29.1],
    [96.2, 29.4],
    [97.4, 28.2],
    [97.1, 27.1],
    [95.2, 26.7],
    [94.7, 25.5],
  ] as const),
  ...([
    [94.3, 24.2],
    [93.4, 24.0],
    [93.4, 23.2],
    [93.0, 22.0],
    [92.6, 22.0],
    [92.3, 23.7],
    [91.7, 23.0],
    [91.2, 23.7],
    [91.4, 24.1],
    [92.0, 24.4],
  ] as const),
  ...([
    [92.3, 24.9],
    [92.0, 25.2],
    [90.5, 25.2],
    [89.8, 25.3],
    [89.7, 26.1],
    [88.8, 26.3],
    [88.4, 26.4],
    [88.1, 25.8],
    [89.0, 25.3],
    [88.3, 24.9],
  ] as const),
  ...([
    [88.1, 24.6],
    [88.7, 24.1],
    [88.7, 23.4],
    [88.9, 23.0],
    [89.0, 21.6],
    [87.3, 20.5],
    [85.5, 19.3],
    [82.5, 16.2],
    [80.5, 15.3],
    [80.5, 13.2],
  ] as const),
  ...([
    [80.0, 10.3],
    [79.2, 9.9],
    [79.4, 9.1],
    [78.3, 8.5],
    [77.6, 7.9],
    [76.2, 9.0],
    [74.5, 13.0],
    [72.6, 19.0],
    [72.5, 20.8],
    [70.8, 20.5],
  ] as const),
  [68.6, 22.2],
]
/** Andaman and Nicobar, Lakshadweep. */
const ISLANDS: readonly { from: Point; to: Point }[] = [
  { from: [92.1, 6.5], to: [94.1, 13.8] },
  { from: [71.5, 8.0], to: [74.0, 12.5] },
]

/** Whether coordinates lie in India, exactly enough for what a page shows. The client sends them: never decide a price by them. */
export function isInIndia(lat: number, lon: number): boolean {
  return (
    ISLANDS.some(({ from, to }) => lon >= from[0] && lon <= to[0] && lat >= from[1] && lat <= to[1]) ||
    isInside(lat, lon)
  )
}

/** From a point inside, a line to the east crosses the border an odd number of times. */
function isInside(lat: number, lon: number): boolean {
  let inside = false
  MAINLAND.forEach(([x, y], index) => {
    const [fromX, fromY] = MAINLAND.at(index - 1) ?? [x, y]
    const crosses = y > lat !== fromY > lat && lon < x + ((lat - y) / (fromY - y)) * (fromX - x)
    if (crosses) inside = !inside
  })
  return inside
}
