// Renders the page of one title from a stored catalog and writes it to SITE_OUT. Started by preview-title.ts.
import { writeFile } from 'node:fs/promises'
import { endFailed, endWithParent, tellDone } from '../render/end-process.ts'
import { openRenderer } from '../render/renderer.ts'

const env = (name: string): string => process.env[name] ?? ''

async function main(): Promise<void> {
  const renderer = await openRenderer(env('SITE_RENDERER'), env('SITE_URL'))
  const own = new RegExp(
    `^/?${env('PREVIEW_LOCALE') === 'mr' ? 'mr/' : ''}(?:product-details|audio-course-product-details)/${env('PREVIEW_ID')}/`,
  )
  const page = (await renderer.paths()).find(({ pathname }) => own.test(pathname))
  if (page) await writeFile(env('SITE_OUT'), (await renderer.render(page)).content)
}

endWithParent()
main().then(tellDone, endFailed)
