import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { codeOf, messageOf, StartupError } from '../../src/server/runtime/startup-error.ts'
import { auditionOf, setRetained, listAuditions, recordingOf } from '../../src/server/auditions/review.ts'
import type { AppContext } from '../../src/server/context.ts'
import { found, idOf, type Command, type Told } from './command.ts'

export const auditionCommands: Command[] = [
  {
    usage: 'auditions list',
    summary: 'auditions, newest first',
    run: async (context, _args, { slice }) => ({ list: await listAuditions(context, slice) }),
  },
  {
    usage: 'auditions show ID',
    summary: 'one audition',
    run: async (context, [id]) => ({ one: found(await auditionOf(context, idOf(id)), 'audition', idOf(id)) }),
  },
  {
    usage: 'auditions save ID FILE',
    summary: 'writes its recording to a new file',
    run: (context, [id, file = '']) => save(context, idOf(id), file),
  },
  {
    usage: 'auditions keep ID',
    summary: 'the artist works with us: not deleted after a year',
    run: (context, [id]) => mark(context, idOf(id), true),
  },
  {
    usage: 'auditions release ID',
    summary: 'deleted after a year again',
    run: (context, [id]) => mark(context, idOf(id), false),
  },
]

/** Never over another file: the name was typed by hand. */
async function save(context: AppContext, id: number, file: string): Promise<Told> {
  const recording = found(await recordingOf(context, id), 'audition', id)
  try {
    await pipeline(recording, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    throw new StartupError(
      codeOf(error) === 'EEXIST'
        ? `${file} exists already: name another file.`
        : `${file} could not be written: ${messageOf(error)}`,
    )
  }
  return { done: `saved to ${file}` }
}

async function mark(context: AppContext, id: number, isKept: boolean): Promise<Told> {
  found((await setRetained(context, id, isKept)) || undefined, 'audition', id)
  return { done: isKept ? `audition ${id} is kept` : `audition ${id} is deleted a year after it came` }
}
