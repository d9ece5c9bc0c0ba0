import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { codeOf, messageOf, StartupError } from '../../src/server/runtime/startup-error.ts'
import { auditionOf, listAuditions, recordingOf, setRetained } from '../../src/server/auditions/review.ts'
import type { AppContext } from '../../src/server/context.ts'
import { idOf, requireFound, type Command, type CommandResult } from './command.ts'

export const auditionCommands: Command[] = [
  {
    usage: 'auditions list',
    summary: 'auditions, newest first',
    run: async (context, _args, { slice }) => ({ list: await listAuditions(context, slice) }),
  },
  {
    usage: 'auditions show ID',
    summary: 'one audition',
    run: async (context, [id]) => ({ one: requireFound(await auditionOf(context, idOf(id)), 'audition', idOf(id)) }),
  },
  {
    usage: 'auditions save ID FILE',
    summary: 'write the recording to a new file',
    run: (context, [id, file = '']) => save(context, idOf(id), file),
  },
  {
    usage: 'auditions keep ID',
    summary: 'do not delete the audition after a year, because the artist works with the shop',
    run: (context, [id]) => setRetention(context, idOf(id), true),
  },
  {
    usage: 'auditions release ID',
    summary: 'delete the audition after a year again',
    run: (context, [id]) => setRetention(context, idOf(id), false),
  },
]

/** Never overwrites a file: the name was typed by hand. */
async function save(context: AppContext, id: number, file: string): Promise<CommandResult> {
  const recording = requireFound(await recordingOf(context, id), 'audition', id)
  try {
    await pipeline(recording, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    throw new StartupError(
      codeOf(error) === 'EEXIST'
        ? `${file} exists already. Choose another file.`
        : `${file} could not be written: ${messageOf(error)}`,
    )
  }
  return { done: `saved to ${file}` }
}

async function setRetention(context: AppContext, id: number, isRetained: boolean): Promise<CommandResult> {
  requireFound((await setRetained(context, id, isRetained)) || undefined, 'audition', id)
  return { done: isRetained ? `audition ${id} is retained` : `audition ${id} will be deleted a year after it was sent` }
}
