import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { eachFile } from '../files.ts'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
const TEXT = /\.(?:html|css|js|svg|xml|json|txt|webmanifest)$/
/** Below this a twin saves nothing over its headers. */
const SMALL_BYTES = 600

/** Writes `.br` and `.gz` twins of a file. Returns the size as gzip. */
export async function compress(file: string, content: Buffer): Promise<number> {
  if (content.length < SMALL_BYTES || !TEXT.test(file)) return content.length
  // Assets are named by content and pressed hard once; pages, feeds and sitemaps are many or large and pressed quickly.
  const quality = file.includes('/_a/') ? 11 : 5
  const [br, gz] = await Promise.all([
    brotli(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
    // Level 6 takes twice the time for nothing.
    deflate(content, { level: 5 }),
  ])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
  return gz.length
}

export function compressAll(files: readonly string[]): Promise<void> {
  return eachFile(files, async (file) => void (await compress(file, await readFile(file))))
}
