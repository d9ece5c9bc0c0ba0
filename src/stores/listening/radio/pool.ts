import { is } from 'superstruct'
import { listOfflineAudio, type OfflineEntry } from '#client/offline/offline-copies.ts'
import { readStatic } from '#client/read-static.ts'
import type { Locale } from '#contract/text/locale.ts'
import { RadioFile, radioPartPath, type RadioChoice, type RadioSample } from '#contract/listening/radio.ts'
import { $radioSaved } from './memory.ts'
import { fits } from './order.ts'

/** So many that nobody hears which part of the catalog they are from. */
const ENOUGH = 12
/** A rare choice is looked for in more parts one after the other, with something to hear meanwhile. */
const MOST_AT_ONCE = 4

/** The samples of a language that were read of the publication: more parts, in any order, when they come to an end. */
export class RadioPool {
  readonly samples: RadioSample[] = []
  private readonly unread: number[]
  private readonly locale: Locale
  private readonly random: () => number

  constructor(locale: Locale, parts: readonly number[], random: () => number) {
    this.locale = locale
    this.unread = [...parts]
    this.random = random
  }

  /** False when what there is could not be read. */
  async fill(choice: RadioChoice, heard: ReadonlySet<number>): Promise<boolean> {
    const left = () => this.samples.filter((sample) => fits(sample, choice) && !heard.has(sample.id)).length
    for (let read = 0; this.unread.length > 0 && left() < (read < MOST_AT_ONCE ? ENOUGH : 1); read += 1)
      if (!(await this.readPart())) return left() > 0
    return true
  }

  private async readPart(): Promise<boolean> {
    const part = this.unread[Math.floor(this.random() * this.unread.length)] ?? 0
    const file = await readStatic(radioPartPath(this.locale, part))
    if (!is(file, RadioFile)) return false
    // Another request may have read it meanwhile.
    const at = this.unread.indexOf(part)
    if (at < 0) return true
    this.unread.splice(at, 1)
    this.samples.push(...file.samples)
    return true
  }
}

/** The samples that play without a network, whatever is chosen: somebody chose each of them. */
export async function offlineSamples(): Promise<RadioSample[]> {
  const entries = await listOfflineAudio().catch(() => [])
  return entries.flatMap(({ sound }) => (sound.kind === 'sample' ? [sampleOf(sound)] : []))
}

/** Its page has the id and the slug of the title, and its picture is the small one that was shown with it. */
function sampleOf({ key, name, href, cover, seconds }: OfflineEntry['sound']): RadioSample {
  const saved = $radioSaved.get().find(({ sample }) => sample === key)
  const [, id, slug = ''] = /\/(\d+)\/([^/]+)\/$/.exec(href) ?? []
  const [, base, width] = /^(.+)-(\d+)\.webp$/.exec(cover ?? '') ?? []
  return {
    ...(saved ?? { id: Number(id ?? 0), slug: decodeURIComponent(slug), name, sample: key, length: seconds }),
    ...(!saved && href.includes('audio-course') && { kind: 'languagelab' as const }),
    cover: base === undefined ? undefined : { base, widths: [Number(width)] },
  }
}
