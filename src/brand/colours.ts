/** Colours of `colours.css` that the manifest, meta tags, PDFs and drawn files need. */
export const colours = {
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
} as const
