import { is } from 'superstruct'
import { ROLES, type Role } from '../../../src/contract/desk/staff/roles.ts'
import { Email } from '../../../src/contract/fields/fields.ts'
import type { AppContext } from '../../../src/server/context.ts'
import {
  changeRole,
  endStaff,
  invite,
  listStaff,
  resetFactor,
  staffIdOf,
} from '../../../src/server/desk/staff/members.ts'
import { StartupError } from '../../../src/server/runtime/startup-error.ts'
import type { Command } from '../command.ts'

const FAULTS = {
  exists: 'This person is at the desk already. Change the role with `staff role`.',
  lastOwner: 'This is the last owner. Invite another owner first.',
  notFound: 'There is nobody with this address at the desk.',
}

export const staffCommands: Command[] = [
  {
    usage: 'staff list',
    summary: 'people of the desk, with role and second factor',
    run: async (context) => {
      const people = await listStaff(context)
      const rows = people.map(({ factors, ...person }) => ({ ...person, factors: factors.join(', ') }))
      return { list: { rows, total: rows.length, page: 1, pages: 1 } }
    },
  },
  {
    usage: 'staff invite MAIL',
    options: { role: 'ROLE', language: 'en|mr' },
    summary: `mail an invitation to the desk; --role ${ROLES.join('|')}`,
    run: async (context, [email = ''], { options }) => {
      if (!is(email, Email)) throw new StartupError(`MAIL must be a mail address, not "${email}".`)
      const locale = options.language === 'mr' ? 'mr' : 'en'
      const invited = await invite(context, { email, role: roleOf(options.role), locale }, {})
      return done(invited, `an invitation was sent to ${email}; its link works for three days`)
    },
  },
  {
    usage: 'staff role MAIL ROLE',
    summary: 'give a person another role',
    run: async (context, [email = '', role]) => {
      const id = await idOfPerson(context, email)
      return done(await changeRole(context, { id, role: roleOf(role) }, {}), `${email} has the role ${role}`)
    },
  },
  {
    usage: 'staff end MAIL',
    summary: 'close the desk to a person: sessions and passkeys end at once',
    run: async (context, [email = '']) =>
      done(await endStaff(context, await idOfPerson(context, email), {}), `the desk is closed to ${email}`),
  },
  {
    usage: 'staff reset-factor MAIL',
    summary: 'for a person who lost the second factor: mail a link to choose password and factor again',
    run: async (context, [email = '']) =>
      done(await resetFactor(context, await idOfPerson(context, email), {}), `a new link was sent to ${email}`),
  },
]

function roleOf(text = ''): Role {
  const role = ROLES.find((one) => one === text)
  if (role) return role
  throw new StartupError(`The role must be one of ${ROLES.join(', ')}.`)
}

async function idOfPerson(context: AppContext, email: string): Promise<number> {
  const id = await staffIdOf(context, email)
  if (id !== undefined) return id
  throw new StartupError(FAULTS.notFound)
}

function done(result: object | { fault: keyof typeof FAULTS }, text: string): { done: string } {
  if ('fault' in result) throw new StartupError(FAULTS[result.fault])
  return { done: text }
}
