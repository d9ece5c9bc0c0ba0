import { writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync, type BrotliOptions } from 'node:zlib'
import { eachFile } from '../files.ts'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
const TEXT = /\.(?:html|css|js|svg|xml|json|txt|webmanifest)$/
/** Compressing smaller files saves nothing. */
const SMALL_BYTES = 600
/** Level 6 takes twice the time and saves nothing. */
const GZIP = { level: 5 }
const MOST_WINDOW_BITS = 22

const isWorth = (file: string, { length }: Buffer) => length >= SMALL_BYTES && TEXT.test(file)

/** Assets are compressed once and get the best quality; pages, feeds and sitemaps are many or large and are compressed fast. */
function brotliOptions(file: string, { length }: Buffer): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: file.includes('/_a/') ? 11 : 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
      // As large as the file: the default of 4 MB is cleared for each page, which takes longer than compressing it.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(MOST_WINDOW_BITS, Math.max(16, Math.ceil(Math.log2(length + 16)))),
    },
  }
}

/** Writes the precompressed `.br` and `.gz` files. Returns the gzip size. */
export async function compress(file: string, content: Buffer): Promise<number> {
  if (!isWorth(file, content)) return content.length
  const [br, gz] = await Promise.all([brotli(content, brotliOptions(file, content)), deflate(content, GZIP)])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
  return gz.length
}

/** The same at once, for processes that have a core each: handing thousands of pages to other threads costs as much as compressing them. */
export function compressNow(file: string, content: Buffer): number {
  if (!isWorth(file, content)) return content.length
  const gz = gzipSync(content, GZIP)
  writeFileSync(`${file}.br`, brotliCompressSync(content, brotliOptions(file, content)))
  writeFileSync(`${file}.gz`, gz)
  return gz.length
}

export function compressAll(files: readonly string[]): Promise<void> {
  return eachFile(files, async (file) => void (await compress(file, await readFile(file))))
}
