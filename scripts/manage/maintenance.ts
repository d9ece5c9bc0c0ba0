import { startMaintenance, maintenanceOf, endMaintenance } from '../../src/server/operations/maintenance.ts'
import { readGauges } from '../../src/server/operations/gauges.ts'
import type { Command } from './command.ts'

export const maintenanceCommands: Command[] = [
  {
    usage: 'maintenance show',
    summary: 'whether the shop is closed for work, and since when',
    run: async (context) => ({ one: { ...(await maintenanceOf(context)) } }),
  },
  {
    usage: 'maintenance on',
    options: { message: 'TEXT' },
    summary: 'closes the shop for work: visitors see that it is being worked on. TEXT is for your colleagues',
    run: async (context, _args, { options }) => {
      await startMaintenance(context, options.message)
      return { done: 'the shop is closed for work; every process knows it within five seconds' }
    },
  },
  {
    usage: 'maintenance off',
    summary: 'opens it again',
    run: async (context) => ({
      done: (await endMaintenance(context)) ? 'the shop is open again' : 'the shop was open',
    }),
  },
  {
    usage: 'health show',
    summary: 'the numbers that alarms are about: held payments, jobs, renewals, rebuilds',
    run: async (context) => ({ one: { ...(await readGauges(context)) } }),
  },
]
