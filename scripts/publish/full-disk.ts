import { freeMegabytes } from '../../src/server/adapters/media/free-disk.ts'
import { DISK_FULL, isDiskFull } from '../../src/server/runtime/startup-error.ts'

/** With less a build has failed for want of space. */
const FULL_MEGABYTES = 2

/** The bundler may crash on a full disk without a word about it, so the disk is asked, before the folder of the build goes. */
export async function namingFullDisk<T>(siteFolder: string, work: Promise<T>): Promise<T> {
  return work.catch(async (error: unknown) => {
    const isFull = isDiskFull(error) || (await freeMegabytes(siteFolder)) < FULL_MEGABYTES
    throw isFull ? new Error(DISK_FULL, { cause: error }) : error
  })
}
