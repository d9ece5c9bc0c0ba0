import type { Picture } from './catalog.ts'

/** The `srcset` value of a picture in one format. */
export const srcSet = ({ base, widths }: Picture, format: 'avif' | 'webp'): string =>
  widths.map((width) => `${base}-${width}.${format} ${width}w`).join(', ')
