import { readFile } from 'node:fs/promises'
import { messageOf, StopReason } from '../../src/server/lib/stop.ts'
import { listMessages, removeMessage, sendMessages } from '../../src/server/services/operator/messages.ts'
import type { World } from '../../src/server/world.ts'
import { found, idOf, type Command, type Told } from './command.ts'

export const notificationCommands: Command[] = [
  {
    usage: 'notifications list',
    summary: 'what listeners were told, newest first',
    run: async (world, _args, { slice }) => ({ list: await listMessages(world, slice) }),
  },
  {
    usage: 'notifications send FILE',
    summary: 'tells every listener the messages of a JSON file: [{"key", "kind", "translations", "product"?, "track"?}]',
    run: (world, [file = '']) => send(world, file),
  },
  {
    usage: 'notifications remove ID',
    summary: 'takes a message back',
    run: async (world, [id]) => {
      found((await removeMessage(world, idOf(id))) || undefined, 'notification', idOf(id))
      return { done: `notification ${id} is taken back` }
    },
  },
]

async function send(world: World, file: string): Promise<Told> {
  const given = await readFile(file, 'utf8')
    .then((text): unknown => JSON.parse(text))
    .catch((error: unknown) => {
      throw new StopReason(`${file} could not be read as JSON: ${messageOf(error)}`)
    })
  const { sent, faults } = await sendMessages(world, Array.isArray(given) ? given : [given])
  const doubts = faults.map(({ line, field, reason }) => `message ${line}: ${field} is ${reason}`)
  if (sent === 0 && doubts.length > 0) throw new StopReason(doubts.join('\n'))
  return { done: [`${sent} sent or changed`, ...doubts].join('\n') }
}
