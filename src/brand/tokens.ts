/** Colours of `colours.css` that a publisher may change, by the names of its tokens; a test compares both. Hexadecimal, with six digits. */
export const tokens = {
  light: {
    paper: '#fbf6ec',
    card: '#fffdf8',
    ink: '#2a1430',
    soft: '#6d5a70',
    line: '#e6dccb',
    kumkum: '#b8322a',
    'kumkum-deep': '#97251f',
    'on-kumkum': '#fffdf8',
    turmeric: '#e8a11c',
    'on-turmeric': '#2a1430',
    leaf: '#2c6a50',
    'on-leaf': '#fffdf8',
    teal: '#1f6f7a',
    night: '#24102b',
    'on-night': '#f6ecdf',
    'on-night-soft': '#c9b8cc',
    kids: '#fde3a7',
    'on-kids': '#2a1430',
    rating: '#b86e00',
  },
  dark: {
    paper: '#160d1b',
    card: '#211428',
    ink: '#f6ecdf',
    soft: '#b9a6bd',
    line: '#3a2742',
    kumkum: '#ef7a6d',
    'kumkum-deep': '#f5968b',
    'on-kumkum': '#24102b',
    turmeric: '#f2b84b',
    'on-turmeric': '#24102b',
    leaf: '#6fbf9b',
    'on-leaf': '#10241b',
    teal: '#58b3bf',
    night: '#0f0813',
    kids: '#3a2a16',
    'on-kids': '#fdebc8',
    rating: '#f2b84b',
  },
}

export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
/** Colour by the name of its token. */
export type Colours = Record<string, string>
export type ThemeColours = Partial<Record<Theme, Colours>>

/** Tokens that are the same in both themes, and the tokens of a theme from which they follow. */
const FIXED: Record<string, readonly [Theme, string]> = {
  'brand-card': ['light', 'card'],
  'brand-ink': ['light', 'ink'],
  'brand-kumkum': ['light', 'kumkum'],
  'brand-leaf': ['light', 'leaf'],
  'brand-night': ['light', 'night'],
  'brand-on-night': ['light', 'on-night'],
  'brand-on-night-soft': ['light', 'on-night-soft'],
  'brand-soft': ['light', 'soft'],
  'brand-teal': ['light', 'teal'],
  'brand-turmeric': ['light', 'turmeric'],
  'brand-turmeric-bright': ['dark', 'turmeric'],
}

/** Every colour of each theme: the defaults, the changes of a publisher, and what follows from them. */
export function coloursOf(changed: ThemeColours = {}): Record<Theme, Colours> {
  const light: Colours = { ...tokens.light, ...changed.light }
  const own: Colours = { ...tokens.dark, ...changed.dark }
  const by = { light, dark: own }
  const fixed = Object.fromEntries(
    Object.entries(FIXED).map(([name, [theme, token]]) => [name, by[theme][token] ?? '']),
  )
  return { light: { ...light, ...fixed }, dark: { ...light, ...own, ...fixed } }
}

/** `colours.css` with the colours of a publisher. */
export function recolour(css: string, changed: ThemeColours): string {
  const all = coloursOf(changed)
  const [light = '', ...dark] = css.split('@media (prefers-color-scheme: dark)')
  const replaced = (part: string, colours: Colours) =>
    part.replace(/--([\w-]+): #[0-9a-f]{6};/g, (line, name: string) =>
      colours[name] ? `--${name}: ${colours[name]};` : line,
    )
  return [replaced(light, all.light), ...dark.map((part) => replaced(part, all.dark))].join(
    '@media (prefers-color-scheme: dark)',
  )
}
