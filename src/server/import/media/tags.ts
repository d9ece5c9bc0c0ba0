import { parseFile, type IAudioMetadata } from 'music-metadata'

/** Tags of an audio file. They are not used for anything about the sound itself. */
export async function tagsOf(file: string, { withPicture = false } = {}): Promise<IAudioMetadata | undefined> {
  return parseFile(file, { duration: false, skipCovers: !withPicture, includeChapters: true }).catch(() => undefined)
}

/** The first picture in the tags. */
export async function pictureInTags(file: string): Promise<Uint8Array | undefined> {
  const tags = await tagsOf(file, { withPicture: true })
  return tags?.common.picture?.find(({ data }) => data.length > 0)?.data
}
