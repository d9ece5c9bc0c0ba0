import { writeFile } from 'node:fs/promises'
import { codeOf, messageOf, StartupError } from '../../src/server/runtime/startup-error.ts'
import {
  eraseUser,
  exportUser,
  findUsers,
  giveTitle,
  listUsers,
  logOutUser,
  userFile,
} from '../../src/server/operations/manage-users.ts'
import type { AppContext } from '../../src/server/context.ts'
import { found, idOf, type Command, type Given, type Told } from './command.ts'

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
    run: async (context, [id]) => ({ one: found(await userFile(context, idOf(id)), 'account', idOf(id)) }),
  },
  {
    usage: 'users logout ID',
    summary: 'ends every session of it at once',
    run: async (context, [id]) => ({
      done: `${found(await logOutUser(context, idOf(id)), 'account', idOf(id))} sessions of account ${id} have ended`,
    }),
  },
  {
    usage: 'users give ID TITLE',
    summary: 'puts the title of that key into the library, for good',
    run: (context, [id, key = '']) => give(context, idOf(id), key),
  },
  {
    usage: 'users export ID FILE',
    summary: 'writes everything that is kept about the listener to a new file',
    run: (context, [id, file = '']) => save(context, idOf(id), file),
  },
  {
    usage: 'users erase ID',
    options: { yes: '' },
    summary: 'erases the account for good, as its owner could; needs --yes',
    run: (context, [id], given) => erase(context, idOf(id), given),
  },
]

async function give(context: AppContext, id: number, key: string): Promise<Told> {
  const given = await giveTitle(context, id, key)
  if (typeof given === 'string') return { done: `${key} is in the library of account ${id}` }
  throw new StartupError(
    given.fault === 'user' ? `There is no account ${id}.` : `There is no published title with the key ${key}.`,
  )
}

/** Never over another file: the name was typed by hand. */
async function save(context: AppContext, id: number, file: string): Promise<Told> {
  const data = found(await exportUser(context, id), 'account', id)
  try {
    await writeFile(file, `${JSON.stringify(data, undefined, 2)}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw new StartupError(
      codeOf(error) === 'EEXIST'
        ? `${file} exists already: name another file.`
        : `${file} could not be written: ${messageOf(error)}`,
    )
  }
  return { done: `saved to ${file}` }
}

async function erase(context: AppContext, id: number, { options }: Given): Promise<Told> {
  if (options.yes === undefined)
    throw new StartupError(`Account ${id} would be erased for good: say it again with --yes.`)
  found((await eraseUser(context, id)) || undefined, 'account', id)
  return { done: `account ${id} is erased; what law makes us keep of its orders stays` }
}
