import { readFile } from 'node:fs/promises'
import { messageOf, StartupError } from '../../src/server/runtime/startup-error.ts'
import {
  listNotifications,
  removeNotification,
  sendNotifications,
} from '../../src/server/operations/manage-notifications.ts'
import type { AppContext } from '../../src/server/context.ts'
import { found, idOf, type Command, type Told } from './command.ts'

export const notificationCommands: Command[] = [
  {
    usage: 'notifications list',
    summary: 'what listeners were told, newest first',
    run: async (context, _args, { slice }) => ({ list: await listNotifications(context, slice) }),
  },
  {
    usage: 'notifications send FILE',
    summary:
      'tells every listener the messages of a JSON file: [{"key", "kind", "translations", "product"?, "track"?}]',
    run: (context, [file = '']) => send(context, file),
  },
  {
    usage: 'notifications remove ID',
    summary: 'takes a message back',
    run: async (context, [id]) => {
      found((await removeNotification(context, idOf(id))) || undefined, 'notification', idOf(id))
      return { done: `notification ${id} is taken back` }
    },
  },
]

async function send(context: AppContext, file: string): Promise<Told> {
  const given = await readFile(file, 'utf8')
    .then((text): unknown => JSON.parse(text))
    .catch((error: unknown) => {
      throw new StartupError(`${file} could not be read as JSON: ${messageOf(error)}`)
    })
  const { sent, faults } = await sendNotifications(context, Array.isArray(given) ? given : [given])
  const doubts = faults.map(({ line, field, reason }) => `message ${line}: ${field} is ${reason}`)
  if (sent === 0 && doubts.length > 0) throw new StartupError(doubts.join('\n'))
  return { done: [`${sent} sent or changed`, ...doubts].join('\n') }
}
