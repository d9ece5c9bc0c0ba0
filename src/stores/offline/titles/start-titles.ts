import { followConnection, onRefused, resumeDownloads } from './download.ts'
import { followListening, type PageOf } from './follow-listening.ts'
import { followSession, renewLeases } from './leases.ts'
import { loadTitles } from './state.ts'

let started: Promise<void> | undefined

async function start(pageOf: PageOf): Promise<void> {
  onRefused(renewLeases)
  followConnection()
  followSession()
  followListening(pageOf)
  await loadTitles()
  await renewLeases()
  void resumeDownloads()
}

/** Once a visit, by the first part of the page that needs saved titles, or because there are some. */
export const startOfflineTitles = (pageOf: PageOf): Promise<void> => (started ??= start(pageOf))
