import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
const TEXT = /\.(?:html|css|js|svg|xml|json|txt)$/
/** Below this a twin saves nothing over its headers. */
const SMALL_BYTES = 600
const AT_ONCE = 8

/** Writes `.br` and `.gz` twins. Assets are named by content and pressed hard once; pages are many and pressed quickly. */
export async function compressAll(files: readonly string[]): Promise<void> {
  const queue = files.filter((file) => TEXT.test(file))
  async function work() {
    for (let file = queue.pop(); file; file = queue.pop()) await compress(file)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < SMALL_BYTES) return
  const quality = file.endsWith('.html') ? 5 : 11
  const [br, gz] = await Promise.all([
    brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    deflate(content, { level: 6 }),
  ])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}
