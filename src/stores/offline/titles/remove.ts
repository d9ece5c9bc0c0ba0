import { deleteParts } from '#client/offline/download-parts.ts'
import { deleteOfflineAudio } from '#client/offline/offline-copies.ts'
import { deleteOfflineTitle, readOfflineTitle, writeOfflineTitle } from '#client/offline/offline-titles.ts'
import { withLock } from '#client/with-lock.ts'
import type { OfflineTitle } from '#contract/offline/offline-titles.ts'
import { detailsPath, trackPaths } from '../offline-replies.ts'
import { stopDownload } from './download.ts'
import { loadTitles, titlesChanged, type SavedTitle } from './state.ts'

/** Changes of a saved title follow each other, also those of other tabs. Undefined: there is none. */
export async function changeTitle(
  id: number,
  change: (title: OfflineTitle) => OfflineTitle | undefined,
): Promise<OfflineTitle | undefined> {
  let changed: OfflineTitle | undefined
  await withLock('offline-title', async () => {
    const title = await readOfflineTitle(id)
    changed = title && change(title)
    if (changed) await writeOfflineTitle(changed)
  })
  return changed
}

/** Removes a title and everything that was fetched for it. */
export async function removeTitle(id: number): Promise<void> {
  stopDownload(id)
  await withLock('offline-title', async () => {
    const sounds = await soundsOf(id)
    const tracks = (await readOfflineTitle(id))?.tracks ?? []
    await deleteOfflineTitle(id, [detailsPath(id)])
    await Promise.all(tracks.map((track) => deleteParts(track.id)))
    await Promise.all(sounds.map((entry) => deleteOfflineAudio(entry, trackPaths(entry.sound.trackId ?? 0))))
  })
  await titlesChanged()
}

async function soundsOf(id: number): Promise<SavedTitle['sounds']> {
  return (await loadTitles()).find(({ title }) => title.id === id)?.sounds ?? []
}

/** Removes tracks that are not wanted any more. */
export async function removeTracks(id: number, isWanted: (trackId: number) => boolean): Promise<void> {
  const sounds = (await soundsOf(id)).filter(({ sound }) => !isWanted(sound.trackId ?? 0))
  await Promise.all(sounds.map((entry) => deleteOfflineAudio(entry, trackPaths(entry.sound.trackId ?? 0))))
  await titlesChanged()
}

/** A chapter that was heard to its end goes, and is not fetched again. */
export async function removeHeard(id: number, trackId: number): Promise<void> {
  const changed = await changeTitle(id, (title) => ({ ...title, heard: [...new Set([...title.heard, trackId])] }))
  if (changed) await removeTracks(id, (one) => one !== trackId)
}
