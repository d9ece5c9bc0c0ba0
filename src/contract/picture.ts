import type { Picture } from './catalog.ts'

/** Widths of a picture in one format, as `srcset` wants them. */
export const srcSet = ({ base, widths }: Picture, format: 'avif' | 'webp'): string =>
  widths.map((width) => `${base}-${width}.${format} ${width}w`).join(', ')
