import type { TestShop } from '../../api/support/shop.ts'
import type { Device } from './device.ts'
import type { Line } from './line.ts'
import type { Catalog, Listener } from './people.ts'
import type { Chance, Simulation } from './simulation.ts'

export type Week = {
  simulation: Simulation
  chance: Chance
  shop: () => TestShop
  catalog: Catalog
  line: Line
  listeners: Listener[]
  devices: Device[]
  /** Devices whose player began with a right to what it plays. */
  rightful: Set<Device>
  /** What happened, for a failure to tell. */
  log: string[]
}

export const personAt = ({ listeners }: Week, account: string): Listener | undefined =>
  listeners.find(({ id }) => String(id) === account)
export const personOn = (week: Week, device: Device): Listener | undefined => personAt(week, device.accountId)

export function tell({ log, simulation }: Week, ...words: unknown[]): void {
  log.push(`${new Date(simulation.now).toISOString().slice(5, 19)} ${words.join(' ')}`)
}
