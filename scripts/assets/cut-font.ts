import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import fontverter from 'fontverter'

/** The part of HarfBuzz's C interface that cuts fonts; its package has the binary, but no binding for it. */
type Subsetter = {
  memory: WebAssembly.Memory
  malloc(bytes: number): number
  _initialize(): void
  hb_blob_create(data: number, length: number, mode: number, user: number, destroy: number): number
  hb_blob_get_data(blob: number, length: number): number
  hb_blob_get_length(blob: number): number
  hb_face_create(blob: number, index: number): number
  hb_face_reference_blob(face: number): number
  hb_set_add(set: number, value: number): void
  hb_set_clear(set: number): void
  hb_set_invert(set: number): void
  hb_subset_input_create_or_fail(): number
  hb_subset_input_glyph_set(input: number): number
  hb_subset_input_unicode_set(input: number): number
  hb_subset_input_set(input: number, kind: number): number
  hb_subset_input_set_flags(input: number, flags: number): void
  hb_subset_or_fail(face: number, input: number): number
}
const WRITABLE = 2
const LAYOUT_FEATURES = 6
const NO_HINTING = 0x1
const NO_LAYOUT_CLOSURE = 0x200

/** With `glyphs` exactly these are left besides those of `text`; without, all that the features may make of the text. */
type Cut = { text: string; glyphs?: Iterable<number> }

/** Cuts a TrueType font to a WOFF2 font without hinting. The same input gives the same bytes. */
export async function cutFont(trueType: Uint8Array, { text, glyphs }: Cut): Promise<Buffer> {
  const hb = await loadSubsetter()
  const input = hb.hb_subset_input_create_or_fail()
  const features = hb.hb_subset_input_set(input, LAYOUT_FEATURES)
  hb.hb_set_clear(features)
  hb.hb_set_invert(features)
  hb.hb_subset_input_set_flags(input, NO_HINTING | (glyphs ? NO_LAYOUT_CLOSURE : 0))
  const characters = hb.hb_subset_input_unicode_set(input)
  for (const character of text) hb.hb_set_add(characters, character.codePointAt(0) ?? 0)
  const wanted = hb.hb_subset_input_glyph_set(input)
  for (const glyph of glyphs ?? []) hb.hb_set_add(wanted, glyph)
  const subset = hb.hb_subset_or_fail(openFace(hb, trueType), input)
  if (subset === 0) throw new Error('HarfBuzz cannot cut this font')
  const result = hb.hb_face_reference_blob(subset)
  const [start, length] = [hb.hb_blob_get_data(result, 0), hb.hb_blob_get_length(result)]
  return fontverter.convert(Buffer.from(hb.memory.buffer.slice(start, start + length)), 'woff2')
}

/** A new instance for each font: nothing has to be freed. */
async function loadSubsetter(): Promise<Subsetter> {
  const file = createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')
  const { instance } = await WebAssembly.instantiate(await readFile(file))
  const hb = instance.exports as unknown as Subsetter
  hb['_initialize']()
  return hb
}

function openFace(hb: Subsetter, font: Uint8Array): number {
  const start = hb.malloc(font.length)
  new Uint8Array(hb.memory.buffer).set(font, start)
  return hb.hb_face_create(hb.hb_blob_create(start, font.length, WRITABLE, 0, 0), 0)
}
