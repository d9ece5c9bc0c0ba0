import type { Picture } from './catalog.ts'

/** The `srcset` value of a picture in one format. */
export const srcSet = ({ base, widths }: Picture, format: 'avif' | 'webp'): string =>
  widths.map((width) => `${base}-${width}.${format} ${width}w`).join(', ')

/** The address of a picture at least that wide, or else of its widest: a small picture has few widths, and only those exist. */
export const pictureAt = (picture: Pick<Picture, 'base' | 'widths'> | null | undefined, least: number) =>
  picture
    ? `${picture.base}-${picture.widths.find((width) => width >= least) ?? picture.widths.at(-1)}.webp`
    : undefined
