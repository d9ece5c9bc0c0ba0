import { accessSync, constants, existsSync, mkdirSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { messageOf, StartupError } from './startup-error.ts'

/**
 * Creates the data folder and proves that it is writable. One level at a time: Node's recursive mkdir never returns on file
 * systems that answer ENOENT to every attempt (/proc).
 */
export function makeDataFolder(folder: string): void {
  try {
    makeLevels(folder)
    accessSync(folder, constants.W_OK)
    const probe = join(folder, `.write-${process.pid}`)
    mkdirSync(probe)
    rmdirSync(probe)
  } catch (error) {
    throw new StartupError(
      `DATA_DIR ${folder} cannot be written: ${messageOf(error)}. Name another folder by DATA_DIR.`,
    )
  }
}

function makeLevels(folder: string): void {
  if (existsSync(folder)) return
  makeLevels(dirname(folder))
  mkdirSync(folder)
}
