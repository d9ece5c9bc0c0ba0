import { writeFile } from 'node:fs/promises'
import { codeOf, messageOf, StopReason } from '../../src/server/lib/stop.ts'
import { eraseUser, exportUser, findUsers, giveTitle, listUsers, logOutUser, userFile } from '../../src/server/services/operator/users.ts'
import type { World } from '../../src/server/world.ts'
import { found, idOf, type Command, type Given, type Told } from './command.ts'

export const userCommands: Command[] = [
  { usage: 'users list', summary: 'accounts, newest first', run: async (world, _args, { slice }) => ({ list: await listUsers(world, slice) }) },
  {
    usage: 'users find TEXT',
    summary: 'accounts by a part of the address, mobile number or name',
    run: async (world, [text = ''], { slice }) => ({ list: await findUsers(world, text, slice) }),
  },
  {
    usage: 'users show ID',
    summary: 'one account: plan, library, orders, how it signs in',
    run: async (world, [id]) => ({ one: found(await userFile(world, idOf(id)), 'account', idOf(id)) }),
  },
  {
    usage: 'users logout ID',
    summary: 'ends every session of it at once',
    run: async (world, [id]) => ({ done: `${found(await logOutUser(world, idOf(id)), 'account', idOf(id))} sessions of account ${id} have ended` }),
  },
  {
    usage: 'users give ID TITLE',
    summary: 'puts the title of that key into the library, for good',
    run: (world, [id, key = '']) => give(world, idOf(id), key),
  },
  {
    usage: 'users export ID FILE',
    summary: 'writes everything that is kept about the listener to a new file',
    run: (world, [id, file = '']) => save(world, idOf(id), file),
  },
  {
    usage: 'users erase ID',
    options: { yes: '' },
    summary: 'erases the account for good, as its owner could; needs --yes',
    run: (world, [id], given) => erase(world, idOf(id), given),
  },
]

async function give(world: World, id: number, key: string): Promise<Told> {
  const given = await giveTitle(world, id, key)
  if (typeof given === 'string') return { done: `${key} is in the library of account ${id}` }
  throw new StopReason(given.fault === 'user' ? `There is no account ${id}.` : `There is no published title with the key ${key}.`)
}

/** Never over another file: the name was typed by hand. */
async function save(world: World, id: number, file: string): Promise<Told> {
  const data = found(await exportUser(world, id), 'account', id)
  try {
    await writeFile(file, `${JSON.stringify(data, undefined, 2)}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw new StopReason(codeOf(error) === 'EEXIST' ? `${file} exists already: name another file.` : `${file} could not be written: ${messageOf(error)}`)
  }
  return { done: `saved to ${file}` }
}

async function erase(world: World, id: number, { options }: Given): Promise<Told> {
  if (options.yes === undefined) throw new StopReason(`Account ${id} would be erased for good: say it again with --yes.`)
  found((await eraseUser(world, id)) || undefined, 'account', id)
  return { done: `account ${id} is erased; what law makes us keep of its orders stays` }
}
