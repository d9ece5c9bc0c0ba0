import { readFile } from 'node:fs/promises'
import { messageOf, StartupError } from '../../src/server/runtime/startup-error.ts'
import {
  listNotifications,
  removeNotification,
  sendNotifications,
} from '../../src/server/operations/manage-notifications.ts'
import type { AppContext } from '../../src/server/context.ts'
import { idOf, requireFound, type Command, type CommandResult } from './command.ts'

export const notificationCommands: Command[] = [
  {
    usage: 'notifications list',
    summary: 'sent notifications, newest first',
    run: async (context, _args, { slice }) => ({ list: await listNotifications(context, slice) }),
  },
  {
    usage: 'notifications send FILE',
    summary: 'send every listener the messages of a JSON file: [{"key", "kind", "translations", "product"?, "track"?}]',
    run: (context, [file = '']) => send(context, file),
  },
  {
    usage: 'notifications remove ID',
    summary: 'remove a notification',
    run: async (context, [id]) => {
      requireFound((await removeNotification(context, idOf(id))) || undefined, 'notification', idOf(id))
      return { done: `notification ${id} is removed` }
    },
  },
]

async function send(context: AppContext, file: string): Promise<CommandResult> {
  const content = await readFile(file, 'utf8')
    .then((text): unknown => JSON.parse(text))
    .catch((error: unknown) => {
      throw new StartupError(`${file} could not be read as JSON: ${messageOf(error)}`)
    })
  const { sent, faults } = await sendNotifications(context, Array.isArray(content) ? content : [content])
  const problems = faults.map(({ line, field, reason }) => `message ${line}: ${field} is ${reason}`)
  if (sent === 0 && problems.length > 0) throw new StartupError(problems.join('\n'))
  return { done: [`${sent} sent or changed`, ...problems].join('\n') }
}
