import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { linkOrCopy } from '../files.ts'
import type { State } from './store.ts'

/** A whole catalog is stored anew in some seconds. */
const TRIES = 40
const BETWEEN_MS = 250

/** Copies a stored catalog into a new folder. A rebuild may replace its files meanwhile: then the state that it wrote is copied. */
export async function copyCatalog(from: string, to: string): Promise<State> {
  for (let tries = 1; ; tries += 1)
    try {
      return await copyOnce(from, to)
    } catch (error) {
      await rm(to, { recursive: true, force: true })
      if (tries === TRIES || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      await delay(BETWEEN_MS)
    }
}

async function copyOnce(from: string, to: string): Promise<State> {
  const state = JSON.parse(await readFile(join(from, 'state.json'), 'utf8')) as State
  await mkdir(to, { recursive: true })
  for (const file of Object.values(state.parts)) await linkOrCopy(join(from, file), join(to, file))
  return state
}
