import { endMaintenance, maintenanceOf, startMaintenance } from '../../src/server/operations/maintenance.ts'
import { readGauges } from '../../src/server/operations/monitoring/gauges.ts'
import { encryptAgain, type EncryptedAgain } from '../../src/server/privacy/encrypt-again.ts'
import type { Command } from './command.ts'

export const maintenanceCommands: Command[] = [
  {
    usage: 'maintenance show',
    summary: 'whether maintenance mode is on, and since when',
    run: async (context) => ({ one: { ...(await maintenanceOf(context)) } }),
  },
  {
    usage: 'maintenance on',
    options: { message: 'TEXT' },
    summary: 'turn maintenance mode on: visitors see a notice. TEXT is a note for colleagues',
    run: async (context, _args, { options }) => {
      await startMaintenance(context, options.message)
      return { done: 'maintenance mode is on; every process applies it within five seconds' }
    },
  },
  {
    usage: 'maintenance off',
    summary: 'turn maintenance mode off',
    run: async (context) => ({
      done: (await endMaintenance(context)) ? 'maintenance mode is off' : 'maintenance mode was off already',
    }),
  },
  {
    usage: 'health show',
    summary: 'the values that alarms check: held payments, jobs, renewals, rebuilds',
    run: async (context) => ({ one: { ...(await readGauges(context)) } }),
  },
  {
    usage: 'secrets encrypt',
    summary:
      'after a change of VAULT_SECRET: encrypt by the new one what VAULT_SECRET_OLD encrypted; may be killed and repeated',
    run: async (context) => ({ done: sentenceOf(await encryptAgain(context)) }),
  },
]

const listed = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')

function sentenceOf({ encrypted, unreadable }: EncryptedAgain): string {
  const lost = listed(unreadable)
  return [
    `encrypted by the present VAULT_SECRET: ${listed(encrypted) || 'nothing, all values were already'}`,
    ...(lost ? [`no key of the settings opens ${lost}: they stay as they are`] : []),
  ].join('\n')
}
