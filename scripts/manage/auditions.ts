import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { codeOf, messageOf, StopReason } from '../../src/server/lib/stop.ts'
import { auditionOf, keepBeyondYear, listAuditions, recordingOf } from '../../src/server/services/auditions/review.ts'
import type { World } from '../../src/server/world.ts'
import { found, idOf, type Command, type Told } from './command.ts'

export const auditionCommands: Command[] = [
  {
    usage: 'auditions list',
    summary: 'auditions, newest first',
    run: async (world, _args, { slice }) => ({ list: await listAuditions(world, slice) }),
  },
  {
    usage: 'auditions show ID',
    summary: 'one audition',
    run: async (world, [id]) => ({ one: found(await auditionOf(world, idOf(id)), 'audition', idOf(id)) }),
  },
  {
    usage: 'auditions save ID FILE',
    summary: 'writes its recording to a new file',
    run: (world, [id, file = '']) => save(world, idOf(id), file),
  },
  {
    usage: 'auditions keep ID',
    summary: 'the artist works with us: not deleted after a year',
    run: (world, [id]) => mark(world, idOf(id), true),
  },
  {
    usage: 'auditions release ID',
    summary: 'deleted after a year again',
    run: (world, [id]) => mark(world, idOf(id), false),
  },
]

/** Never over another file: the name was typed by hand. */
async function save(world: World, id: number, file: string): Promise<Told> {
  const recording = found(await recordingOf(world, id), 'audition', id)
  try {
    await pipeline(recording, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    throw new StopReason(codeOf(error) === 'EEXIST' ? `${file} exists already: name another file.` : `${file} could not be written: ${messageOf(error)}`)
  }
  return { done: `saved to ${file}` }
}

async function mark(world: World, id: number, isKept: boolean): Promise<Told> {
  found((await keepBeyondYear(world, id, isKept)) || undefined, 'audition', id)
  return { done: isKept ? `audition ${id} is kept` : `audition ${id} is deleted a year after it came` }
}
