import { settings } from './settings.ts'
import { coloursOf, type ThemeColours } from './tokens.ts'

/** Colours of `colours.css` that the manifest, meta tags, PDFs and drawn files need. */
const DEFAULTS = {
  paper: '#fbf6ec',
  card: '#fffdf8',
  paperDark: '#160d1b',
  cardDark: '#211428',
  softDark: '#b9a6bd',
  kumkumDark: '#ef7a6d',
  ink: '#2a1430',
  soft: '#6d5a70',
  kumkum: '#b8322a',
  turmeric: '#e8a11c',
  leaf: '#2c6a50',
  teal: '#1f6f7a',
  night: '#24102b',
  onNight: '#f6ecdf',
  /** Rules of printed tables. */
  rule: '#d8c9a8',
}

/** Names of the tokens, where they differ. */
const DARK: Partial<Record<keyof typeof DEFAULTS, string>> = {
  paperDark: 'paper',
  cardDark: 'card',
  softDark: 'soft',
  kumkumDark: 'kumkum',
}

function coloursWith(changed: ThemeColours = {}): typeof DEFAULTS {
  const { light, dark } = coloursOf(changed)
  const names = Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[]
  const found = names.map((name) => [
    name,
    DARK[name] ? dark[DARK[name]] : light[name === 'onNight' ? 'on-night' : name],
  ])
  return { ...DEFAULTS, ...Object.fromEntries(found.filter(([, colour]) => colour)) }
}

export const colours: typeof DEFAULTS = coloursWith(settings.colours)

/** Takes over colours that were set at the desk. */
export function applyColours(changed: ThemeColours | undefined): void {
  Object.assign(colours, coloursWith(changed))
}
