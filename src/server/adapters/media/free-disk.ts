import { statfs } from 'node:fs/promises'

const MEGABYTE = 1024 * 1024
/** Below it a process says that it is not ready: it could store neither an order nor an upload. */
export const READY_MEGABYTES = 64
/** Below it the operator gets an alarm, in time to do something. */
export const ALARM_MEGABYTES = 1024

/** Free space for this process on the disk of a folder. */
export async function freeMegabytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return Math.floor((bavail * bsize) / MEGABYTE)
}
