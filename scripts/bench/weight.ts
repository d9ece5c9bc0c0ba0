import { readFileSync } from 'node:fs'

export type Weight = { megabytes: number; seen: number }

/** Most memory that a process and its children held, each by itself in MB, and when it was last seen; asked from Linux four times a second. */
export function weighTree(pid: number): () => Map<number, Weight> {
  const most = new Map<number, Weight>()
  const look = () => {
    for (const one of familyOf(pid))
      most.set(one, { megabytes: Math.max(most.get(one)?.megabytes ?? 0, heldBy(one)), seen: performance.now() })
  }
  const timer = setInterval(look, 250)
  return () => {
    clearInterval(timer)
    return most
  }
}

function familyOf(pid: number): number[] {
  return [pid, ...read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number).flatMap(familyOf)]
}

const heldBy = (pid: number): number => Number(read(`/proc/${pid}/status`).match(/VmHWM:\s+(\d+) kB/)?.[1] ?? 0) / 1024

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
