import { parseFile, type IAudioMetadata } from 'music-metadata'

/** Tags of an audio file. They are not used for anything about the sound itself. */
export async function tagsOf(file: string, { withPicture = false } = {}): Promise<IAudioMetadata | undefined> {
  const tags = await parseFile(file, { duration: false, skipCovers: !withPicture, includeChapters: true }).catch(
    () => undefined,
  )
  if (tags) repairTexts(tags.common)
  for (const chapter of tags?.format.chapters ?? []) {
    chapter.title = repaired(chapter.title)
    // Of MP4, times are in units of its own.
    chapter.start /= chapter.timeScale ?? 1
  }
  return tags
}

/** The first picture in the tags. */
export async function pictureInTags(file: string): Promise<Uint8Array | undefined> {
  const tags = await tagsOf(file, { withPicture: true })
  return tags?.common.picture?.find(({ data }) => data.length > 0)?.data
}

/** Texts of the tags; a picture has its own bytes. */
function repairTexts(common: IAudioMetadata['common']): void {
  const values: Record<string, unknown> = { ...common }
  for (const [name, value] of Object.entries(values)) {
    if (name === 'picture') continue
    if (typeof value === 'string') Object.assign(common, { [name]: repaired(value) })
    else if (Array.isArray(value)) Object.assign(common, { [name]: value.map(repairedEntry) })
  }
}

function repairedEntry(entry: unknown): unknown {
  if (typeof entry === 'string') return repaired(entry)
  if (typeof entry !== 'object' || entry === null || !('text' in entry) || typeof entry.text !== 'string') return entry
  return { ...entry, text: repaired(entry.text) }
}

/** Many programs write UTF-8 into tags that are declared as Latin-1: `à¤®` is म. Real Latin-1 is no valid UTF-8. */
export function repaired(text: string): string {
  // oxlint-disable-next-line no-control-regex -- Latin-1 ends at U+00FF
  if (!/[\u0080-\u00ff]/.test(text) || /[^\u0000-\u00ff]/.test(text)) return text
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'))
  } catch {
    return text
  }
}
