import { contactOf, listContacts, removeContact } from '../../src/server/contact/contacts.ts'
import { found, idOf, type Command } from './command.ts'

export const contactCommands: Command[] = [
  {
    usage: 'contacts list',
    summary: 'letters of the contact form, newest first',
    run: async (context, _args, { slice }) => ({ list: await listContacts(context, slice) }),
  },
  {
    usage: 'contacts show ID',
    summary: 'one letter',
    run: async (context, [id]) => ({ one: found(await contactOf(context, idOf(id)), 'letter', idOf(id)) }),
  },
  {
    usage: 'contacts remove ID',
    summary: 'deletes a letter that was answered',
    run: async (context, [id]) => {
      found((await removeContact(context, idOf(id))) || undefined, 'letter', idOf(id))
      return { done: `letter ${id} is deleted` }
    },
  },
]
