import { writeFile } from 'node:fs/promises'
import { codeOf, messageOf, StartupError } from '../../../src/server/runtime/startup-error.ts'
import {
  eraseUser,
  exportUser,
  findUsers,
  giveTitle,
  listUsers,
  logOutUser,
  userFile,
} from '../../../src/server/operations/manage-users.ts'
import type { AppContext } from '../../../src/server/context.ts'
import { idOf, requireFound, type Command, type CommandInput, type CommandResult } from '../command.ts'

export const userCommands: Command[] = [
  {
    usage: 'users list',
    summary: 'accounts, newest first',
    run: async (context, _args, { slice }) => ({ list: await listUsers(context, slice) }),
  },
  {
    usage: 'users find TEXT',
    summary: 'accounts by a part of the address, mobile number or name',
    run: async (context, [text = ''], { slice }) => ({ list: await findUsers(context, text, slice) }),
  },
  {
    usage: 'users show ID',
    summary: 'one account: plan, library, orders, how it signs in',
    run: async (context, [id]) => ({ one: requireFound(await userFile(context, idOf(id)), 'account', idOf(id)) }),
  },
  {
    usage: 'users logout ID',
    summary: 'end all sessions of an account',
    run: async (context, [id]) => ({
      done: `${requireFound(await logOutUser(context, idOf(id)), 'account', idOf(id))} sessions of account ${id} have ended`,
    }),
  },
  {
    usage: 'users give ID TITLE',
    summary: 'add the title with the key TITLE to the library permanently',
    run: (context, [id, key = '']) => give(context, idOf(id), key),
  },
  {
    usage: 'users export ID FILE',
    summary: 'write all stored data of the listener to a new file',
    run: (context, [id, file = '']) => save(context, idOf(id), file),
  },
  {
    usage: 'users erase ID',
    options: { yes: '' },
    summary: 'erase the account permanently, as its owner could; needs --yes',
    run: (context, [id], input) => erase(context, idOf(id), input),
  },
]

async function give(context: AppContext, id: number, key: string): Promise<CommandResult> {
  const input = await giveTitle(context, id, key)
  if (typeof input === 'string') return { done: `${key} is in the library of account ${id}` }
  throw new StartupError(
    input.fault === 'user' ? `There is no account ${id}.` : `There is no published title with the key ${key}.`,
  )
}

/** Never overwrites a file: the name was typed by hand. */
async function save(context: AppContext, id: number, file: string): Promise<CommandResult> {
  const data = requireFound(await exportUser(context, id), 'account', id)
  try {
    await writeFile(file, `${JSON.stringify(data, undefined, 2)}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw new StartupError(
      codeOf(error) === 'EEXIST'
        ? `${file} exists already. Choose another file.`
        : `${file} could not be written: ${messageOf(error)}`,
    )
  }
  return { done: `saved to ${file}` }
}

async function erase(context: AppContext, id: number, { options }: CommandInput): Promise<CommandResult> {
  if (options.yes === undefined)
    throw new StartupError(`Account ${id} would be erased permanently. Repeat the command with --yes.`)
  requireFound((await eraseUser(context, id)) || undefined, 'account', id)
  return { done: `account ${id} is erased; the law requires to retain data of its orders` }
}
