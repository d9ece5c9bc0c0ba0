import sanitizeHtml from 'sanitize-html'
import sharp from 'sharp'
import { LOGO_BYTES } from '#contract/desk/shop/settings.ts'
import { drawLogo } from './draw-logo.ts'

const SHAPE = [
  'fill',
  'fill-rule',
  'fill-opacity',
  'clip-rule',
  'stroke',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
]
const COMMON = [...SHAPE, 'stroke-dasharray', 'stroke-opacity', 'opacity', 'transform', 'clip-path', 'mask', 'id']
/** Drawings only: no script, no style, no link, no picture from elsewhere. */
const DRAWING: sanitizeHtml.IOptions = {
  parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
  allowedTags: [
    ...['svg', 'g', 'defs', 'path', 'circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon'],
    ...['linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask', 'title'],
  ],
  allowedAttributes: {
    '*': COMMON,
    svg: [...COMMON, 'xmlns', 'viewBox'],
    path: ['d', ...COMMON],
    circle: ['cx', 'cy', 'r', ...COMMON],
    ellipse: ['cx', 'cy', 'rx', 'ry', ...COMMON],
    rect: ['x', 'y', 'width', 'height', 'rx', 'ry', ...COMMON],
    line: ['x1', 'y1', 'x2', 'y2', ...COMMON],
    polyline: ['points', ...COMMON],
    polygon: ['points', ...COMMON],
    linearGradient: ['x1', 'y1', 'x2', 'y2', 'gradientUnits', 'gradientTransform', 'spreadMethod', 'id'],
    radialGradient: ['cx', 'cy', 'r', 'fx', 'fy', 'gradientUnits', 'gradientTransform', 'spreadMethod', 'id'],
    stop: ['offset', 'stop-color', 'stop-opacity'],
  },
  // Colours and `url(#id)` of the drawing itself; nothing that loads.
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: withoutAddresses(attribs) }) },
  nonTextTags: ['script', 'style', 'textarea', 'option', 'foreignObject', 'noscript'],
}
const SIDE = 512

const withoutAddresses = (attribs: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attribs).filter(
      ([name, value]) => name === 'xmlns' || !/url\((?!\s*['"]?#)|javascript:|data:|https?:|\/\//i.test(value),
    ),
  )

/** A logo as one SVG that draws and does nothing else: a drawing is cleaned, a PNG is made small and put into one. */
export async function logoOf(content: string): Promise<string | 'notLogo' | 'emptyLogo'> {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > LOGO_BYTES) return 'notLogo'
  if (bytes.subarray(1, 4).toString('latin1') === 'PNG') return fromPng(bytes)
  const text = bytes.toString('utf8')
  return /<svg[\s>]/.test(text.slice(0, 4_000)) && text.length <= 200_000 ? fromSvg(text) : 'notLogo'
}

async function fromSvg(text: string): Promise<string | 'notLogo' | 'emptyLogo'> {
  const size = /<svg[^>]*?\swidth="([\d.]+)(?:px)?"[^>]*?\sheight="([\d.]+)(?:px)?"/.exec(text)
  const clean = sanitizeHtml(text, DRAWING).trim()
  const [, attributes = '', inside = ''] = /^<svg([^>]*)>([\s\S]*)<\/svg>$/.exec(clean) ?? []
  const box = /viewBox="([^"]+)"/.exec(attributes)?.[1] ?? (size && `0 0 ${size[1]} ${size[2]}`)
  if (!box || !/<(?:path|circle|ellipse|rect|line|poly)/.test(inside)) return 'emptyLogo'
  const rest = attributes.replace(/\s(?:viewBox|xmlns)="[^"]*"/g, '')
  return provenDrawing(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"${rest}>${inside}</svg>`)
}

async function fromPng(bytes: Buffer): Promise<string | 'notLogo' | 'emptyLogo'> {
  const png = await sharp(bytes, { limitInputPixels: 25_000_000 })
    .resize(SIDE, SIDE, { fit: 'contain', background: '#0000', withoutEnlargement: true })
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
    .catch(() => undefined)
  if (!png) return 'notLogo'
  const picture = `<image width="${SIDE}" height="${SIDE}" href="data:image/png;base64,${png.toString('base64')}"/>`
  return provenDrawing(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">${picture}</svg>`)
}

/** Icons are drawn from it at the next build: a drawing that cannot be drawn would stop all builds. */
async function provenDrawing(svg: string): Promise<string | 'notLogo' | 'emptyLogo'> {
  const drawn = await drawLogo(Buffer.from(svg), 64)
    .ensureAlpha()
    .stats()
    .catch(() => undefined)
  if (!drawn) return 'notLogo'
  return drawn.channels[3]?.max === 0 ? 'emptyLogo' : svg
}
