import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = { grow(megabytes: number): void; remove(): void }

/** A disk of its own in a folder: a small file system in memory. */
export function smallDisk(folder: string, megabytes: number): SmallDisk {
  mkdirSync(folder, { recursive: true })
  const mount = (...options: string[]) =>
    execFileSync('mount', ['-t', 'tmpfs', ...options, 'tmpfs', folder], { stdio: 'pipe' })
  mount('-o', `size=${megabytes}m`)
  return {
    grow: (size) => void mount('-o', `remount,size=${size}m`),
    remove: () => void execFileSync('umount', ['--lazy', folder]),
  }
}

/** Only root of a machine with Linux may mount; many containers may not either. */
export const canMount = ((): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), 'shop-mount-'))
  try {
    smallDisk(folder, 1).remove()
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})()
/** For titles of tests. */
export const unmountable = canMount ? '' : ' (skipped: it needs root and the right to mount a small disk)'
