import { hostname } from 'node:os'
import { freeMegabytes } from '../../adapters/media/free-disk.ts'
import type { AppContext } from '../../context.ts'
import { storeState } from './store-state.ts'

/** A machine that has reported nothing for this long is gone. Processes report every minute. */
const GONE_MS = 5 * 60_000

type Disk = { machine: string; megabytes: number }

/** Stores the free space of this process's disk, where the process that checks the alarms reads it. */
export async function reportDisk(context: Pick<AppContext, 'db' | 'now'>, dataDir: string): Promise<void> {
  const disk: Disk = { machine: hostname(), megabytes: await freeMegabytes(dataDir) }
  await storeState(context, `disk:${disk.machine}:${dataDir}`, disk)
}

/** The disk with the least free space of all machines, and forgets machines that are gone. */
export async function fullestDisk({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<Disk | undefined> {
  const oldest = new Date(now().getTime() - GONE_MS)
  await db.query(`delete from shop_state where key like 'disk:%' and updated_at < $1`, [oldest])
  const [disk] = await db.query<Disk>(
    `select value->>'machine' as machine, (value->>'megabytes')::float8 as megabytes from shop_state where key like 'disk:%' order by megabytes limit 1`,
  )
  return disk
}
