import { closeForWork, maintenanceOf, openAgain } from '../../src/server/services/operator/maintenance.ts'
import { readings } from '../../src/server/services/readings.ts'
import type { Command } from './command.ts'

export const maintenanceCommands: Command[] = [
  {
    usage: 'maintenance show',
    summary: 'whether the shop is closed for work, and since when',
    run: async (world) => ({ one: { ...(await maintenanceOf(world)) } }),
  },
  {
    usage: 'maintenance on',
    options: { message: 'TEXT' },
    summary: 'closes the shop for work: visitors see that it is being worked on. TEXT is for your colleagues',
    run: async (world, _args, { options }) => {
      await closeForWork(world, options.message)
      return { done: 'the shop is closed for work; every process knows it within five seconds' }
    },
  },
  {
    usage: 'maintenance off',
    summary: 'opens it again',
    run: async (world) => ({ done: (await openAgain(world)) ? 'the shop is open again' : 'the shop was open' }),
  },
  {
    usage: 'health show',
    summary: 'the numbers that alarms are about: held payments, jobs, renewals, rebuilds',
    run: async (world) => ({ one: { ...(await readings(world)) } }),
  },
]
