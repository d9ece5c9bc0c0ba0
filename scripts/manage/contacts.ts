import { contactOf, listContacts, removeContact } from '../../src/server/services/contacts.ts'
import { found, idOf, type Command } from './command.ts'

export const contactCommands: Command[] = [
  {
    usage: 'contacts list',
    summary: 'letters of the contact form, newest first',
    run: async (world, _args, { slice }) => ({ list: await listContacts(world, slice) }),
  },
  {
    usage: 'contacts show ID',
    summary: 'one letter',
    run: async (world, [id]) => ({ one: found(await contactOf(world, idOf(id)), 'letter', idOf(id)) }),
  },
  {
    usage: 'contacts remove ID',
    summary: 'deletes a letter that was answered',
    run: async (world, [id]) => {
      found((await removeContact(world, idOf(id))) || undefined, 'letter', idOf(id))
      return { done: `letter ${id} is deleted` }
    },
  },
]
