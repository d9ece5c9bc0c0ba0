import { readFileSync } from 'node:fs'

/** Most memory that a process and its children held, each by itself, in MB, asked from Linux four times a second. */
export function weighTree(pid: number): () => { most: Map<number, number>; peak: number } {
  const most = new Map<number, number>()
  const look = () => {
    for (const one of familyOf(pid)) most.set(one, Math.max(most.get(one) ?? 0, heldBy(one)))
  }
  const timer = setInterval(look, 250)
  return () => {
    clearInterval(timer)
    return { most, peak: Math.max(0, ...most.values()) }
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
