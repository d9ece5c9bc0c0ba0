import sharp from 'sharp'

/**
 * The logo in a square, as the build draws its icons. A drawing of any size is scaled before it becomes pixels, so a `density` would
 * make nothing sharper: it would only count more pixels, and refuse a large drawing.
 */
export const drawLogo = (svg: Buffer, side: number) =>
  sharp(svg, { limitInputPixels: 25_000_000 }).resize(side, side, { fit: 'contain', background: '#0000' })
