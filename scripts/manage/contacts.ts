import { contactOf, listContacts, removeContact } from '../../src/server/contact/contacts.ts'
import { StartupError } from '../../src/server/runtime/startup-error.ts'
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
    options: { yes: '' },
    summary: 'delete an answered message for good; needs --yes',
    run: async (context, [id], { options }) => {
      const message = requireFound(await contactOf(context, idOf(id)), 'message', idOf(id))
      if (options.yes === undefined) {
        const of = `of ${message.first_name} ${message.last_name}, ${message.created_at.toISOString().slice(0, 10)},`
        throw new StartupError(`Message ${id} ${of} would be deleted for good. Repeat the command with --yes.`)
      }
      requireFound((await removeContact(context, idOf(id))) || undefined, 'message', idOf(id))
      return { done: `message ${id} is deleted` }
    },
  },
]
