import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { eachFile } from '../files.ts'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
const TEXT = /\.(?:html|css|js|svg|xml|json|txt|webmanifest)$/
/** Compressing smaller files saves nothing. */
const SMALL_BYTES = 600

/** Writes the precompressed `.br` and `.gz` files. Returns the gzip size. */
export async function compress(file: string, content: Buffer): Promise<number> {
  if (content.length < SMALL_BYTES || !TEXT.test(file)) return content.length
  // Assets are compressed once and get the best quality; pages, feeds and sitemaps are many or large and are compressed fast.
  const quality = file.includes('/_a/') ? 11 : 5
  const [br, gz] = await Promise.all([
    brotli(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
    // Level 6 takes twice the time and saves nothing.
    deflate(content, { level: 5 }),
  ])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
  return gz.length
}

export function compressAll(files: readonly string[]): Promise<void> {
  return eachFile(files, async (file) => void (await compress(file, await readFile(file))))
}
