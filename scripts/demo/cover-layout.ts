import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

type Box = {
  type: string
  key: null
  props: { style: Record<string, string | number>; children?: Box[] | string }
}

export async function loadFonts() {
  const require = createRequire(import.meta.url)
  const font = async (family: string, name: string, script: string, weight: 400 | 600 | 700) => ({
    name,
    weight,
    style: 'normal' as const,
    data: await readFile(require.resolve(`@fontsource/${family}/files/${family}-${script}-${weight}-normal.woff`)),
  })
  const both = (family: string, name: string, weight: 400 | 600 | 700) => [
    font(family, name, 'latin', weight),
    font(family, `${name} Deva`, 'devanagari', weight),
  ]
  return Promise.all([
    ...both('tiro-devanagari-marathi', 'Tiro', 400),
    ...both('baloo-2', 'Baloo', 700),
    ...both('mukta', 'Mukta', 600),
    ...both('mukta', 'Mukta', 400),
  ])
}

/** One line where it fits at a good size, else two; an akshara (conjunct with its vowel) is wider than a Latin letter. */
export function titleSize(title: string, isKids: boolean, spoken: 'en' | 'mr'): number {
  const count = [...new Intl.Segmenter(spoken, { granularity: 'grapheme' }).segment(title)].length
  const emPerSign = spoken === 'mr' ? 0.81 : isKids ? 0.56 : 0.53
  const oneLine = 784 / (emPerSign * count)
  if (oneLine >= 78) return Math.min(134, Math.floor(oneLine))
  return count > 30 ? 84 : 94
}

export function text(
  content: string,
  font: string,
  size: number,
  weight: number,
  colour: string,
  leading: number,
): Box {
  return box(
    {
      display: 'flex',
      fontFamily: `${font}, ${font} Deva`,
      fontSize: size,
      fontWeight: weight,
      color: colour,
      lineHeight: leading,
    },
    content,
  )
}

export function box(style: Record<string, string | number>, children?: Box[] | string): Box {
  return { type: 'div', key: null, props: { style, ...(children !== undefined && { children }) } }
}
