/** Pixels of one step, and of the whole height. */
const WIDTH = 4
export const WAVEFORM_HEIGHT = 44
const MIDDLE = WAVEFORM_HEIGHT / 2

/** Where nothing is known of the sound: one line through the middle, as wide as 48 steps. */
const FLAT_WAVEFORM = { path: `M0 ${MIDDLE}h192`, width: 192 }

/** Loudness in steps from 0 to 100 as an SVG path: a stroke for each. */
export function waveformShape(steps: readonly number[]): typeof FLAT_WAVEFORM {
  if (steps.length === 0) return FLAT_WAVEFORM
  const strokes = steps.map((step, index) => {
    // Whole units, of which one is a pixel: decimals cost a title page a hundred bytes.
    const half = Math.max(2, Math.round((step / 100) * 20))
    return `M${index * WIDTH + 2} ${MIDDLE - half}v${half * 2}`
  })
  return { path: strokes.join(''), width: steps.length * WIDTH }
}
