import { contactOf, listContacts, removeContact } from '../../src/server/contact/contacts.ts'
import { idOf, requireFound, type Command } from './command.ts'

export const contactCommands: Command[] = [
  {
    usage: 'contacts list',
    summary: 'messages of the contact form, newest first',
    run: async (context, _args, { slice }) => ({ list: await listContacts(context, slice) }),
  },
  {
    usage: 'contacts show ID',
    summary: 'one message',
    run: async (context, [id]) => ({ one: requireFound(await contactOf(context, idOf(id)), 'message', idOf(id)) }),
  },
  {
    usage: 'contacts remove ID',
    summary: 'delete an answered message',
    run: async (context, [id]) => {
      requireFound((await removeContact(context, idOf(id))) || undefined, 'message', idOf(id))
      return { done: `message ${id} is deleted` }
    },
  },
]
