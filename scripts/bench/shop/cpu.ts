import { readFileSync, readdirSync } from 'node:fs'

type Stat = { pid: number; ppid: number; cpu: number }
const TICKS_PER_SECOND = 100

function statOf(pid: number): Stat[] {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return [{ pid, ppid: Number(fields[1]), cpu: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND }]
  } catch {
    return []
  }
}

/** Seconds of CPU that a process has used; 0 where there is no /proc, or it has ended. */
export const cpuOf = (pid = 0): number => statOf(pid)[0]?.cpu ?? 0

/** The same with its children. */
export function cpuOfFamily(parent: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const family = pids.flatMap((pid) => statOf(Number(pid))).filter(({ pid, ppid }) => pid === parent || ppid === parent)
  return family.reduce((sum, { cpu }) => sum + cpu, 0)
}

/** Seconds of CPU of all processes that this one started and that have ended, with those that they started and waited for. */
export function cpuOfEnded(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND
}
