import { readFileSync } from 'node:fs'

type PeakMemory = { megabytes: number; seen: number }

/** Peak memory in MB of a process and each of its children, and when each was last seen; reads /proc four times a second. */
export function measureMemory(pid: number): () => Map<number, PeakMemory> {
  const peaks = new Map<number, PeakMemory>()
  const sample = () => {
    for (const process of processTree(pid))
      peaks.set(process, {
        megabytes: Math.max(peaks.get(process)?.megabytes ?? 0, peakOf(process)),
        seen: performance.now(),
      })
  }
  const timer = setInterval(sample, 250)
  return () => {
    clearInterval(timer)
    return peaks
  }
}

function processTree(pid: number): number[] {
  return [pid, ...read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number).flatMap(processTree)]
}

const peakOf = (pid: number): number => Number(read(`/proc/${pid}/status`).match(/VmHWM:\s+(\d+) kB/)?.[1] ?? 0) / 1024

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
