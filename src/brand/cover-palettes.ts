export type Palette = { ground: string; deep: string; mid: string; warm: string; light: string; accent: string }

/** Dyes and cloth of the Deccan: monsoon, paithani, turmeric, leaf, kumkum, indigo, sea, rose sand, dusk, earth. */
export const PALETTES: Palette[] = [
  palette('#2e5266', '#1d2748', '#8c4a44', '#edae49', '#f3ead8', '#c0452f'),
  palette('#5e2152', '#34112f', '#96366f', '#e6ad3a', '#f7ead0', '#2c7a62'),
  palette('#e2a03a', '#8a3b1e', '#cf7a2e', '#fff0c9', '#fff8e6', '#7a1f2b'),
  palette('#1f5a47', '#12352f', '#4a8f68', '#ecc65f', '#f2f0d8', '#c9502f'),
  palette('#a5302a', '#541320', '#cc5a3e', '#f2b84b', '#fbeeda', '#24406b'),
  palette('#233c74', '#141f3d', '#4468a4', '#f0c987', '#eef0f4', '#c8502e'),
  palette('#106b70', '#0a3a48', '#3f9f8f', '#f5c16c', '#eff5ea', '#b8433a'),
  palette('#d89b86', '#642a3b', '#b55f69', '#fbe3c0', '#fff6ea', '#7a2340'),
  palette('#3f2c61', '#1f1639', '#77528f', '#f0925f', '#f9ead9', '#d9683f'),
  palette('#7b4a2b', '#402214', '#b0703d', '#f0c27b', '#f8ecd6', '#2f6b5a'),
]

export const KIDS_PALETTES: Palette[] = [
  palette('#ffb629', '#b53d0e', '#ff7f2a', '#fff0b0', '#fffdf2', '#d6336c'),
  palette('#18a3b5', '#0b4a67', '#5fcfc4', '#ffd166', '#fffdf2', '#ef476f'),
  palette('#ec5a5a', '#761b3d', '#ff9a76', '#ffe066', '#fff8ee', '#20639b'),
  palette('#6a4cc2', '#2a1c66', '#9d7bf0', '#ffd447', '#fff9f0', '#ff6b4a'),
  palette('#3fa34d', '#154c28', '#93d25e', '#fff07a', '#fffdf0', '#e4572e'),
  palette('#2f7ded', '#133781', '#74b6ff', '#ffd54d', '#fdfcf4', '#f25f3a'),
  palette('#f77f98', '#8f1f44', '#ffbcc4', '#fff1a8', '#fffaf4', '#2a7f9e'),
]

function palette(ground: string, deep: string, mid: string, warm: string, light: string, accent: string): Palette {
  return { ground, deep, mid, warm, light, accent }
}

/** Mixed into skies and suns of every palette. */
export const SKY = { dark: '#000000', glow: '#c8502e' } as const

/** The card with the title on a cover. */
export const CARD = { ground: '#fffaf0', ink: '#2a1430' } as const
