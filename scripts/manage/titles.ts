import { hideTitle, listWithheld, showTitle, weightOfHour } from '../../src/server/operations/manage-titles.ts'
import { StartupError } from '../../src/server/runtime/startup-error.ts'
import type { Command } from './command.ts'

export const titleCommands: Command[] = [
  {
    usage: 'titles list',
    summary: 'titles that the shop does not show: hidden, drafts, with a day in the future, removed; newest first',
    run: async (context, _args, { slice }) => ({ list: await listWithheld(context, slice) }),
  },
  {
    usage: 'titles hide KEY',
    summary: 'hide a title from the next rebuild on, but not from its buyers; imports do not show it again',
    run: async (context, [key = '']) => {
      const hidden = (await hideTitle(context, key)) ?? unknown(key)
      const owners = hidden.owners > 0 ? `; ${hidden.owners} listeners own it and keep hearing it` : ''
      return { done: `${key} is hidden${owners}. Next: npm run rebuild` }
    },
  },
  {
    usage: 'titles show KEY',
    summary: 'show a hidden title, a draft or a removed one again; a day in the future is waited for',
    run: async (context, [key = '']) => {
      const { state } = (await showTitle(context, key)) ?? unknown(key)
      return { done: state === 'shown' ? `${key} is shown. Next: npm run rebuild` : `${key} is ${state}` }
    },
  },
  {
    usage: 'titles megabytes',
    summary: 'what an hour of sound weighs: as recorded, and for listeners who choose the full or the light edition',
    run: async (context) => ({ one: await weightOfHour(context) }),
  },
]

function unknown(key: string): never {
  throw new StartupError(`There is no title ${key}.`)
}
