import type { Out } from './run.ts'

const EVERY_MS = 5_000

/** One line that is written over on a terminal, a line now and then elsewhere, nothing beside JSON. */
export function createProgress({ line, progress: terminal }: Out, isQuiet: boolean) {
  let latest = performance.now()
  const wipe = () => void terminal?.write('\r\u001b[K')

  return {
    show(done: number, of: number): void {
      const text = `${done} of ${of} titles`
      if (terminal) terminal.write(`\r\u001b[K${text}`)
      if (terminal || isQuiet || performance.now() - latest < EVERY_MS) return
      latest = performance.now()
      line(text)
    },
    line(text: string): void {
      wipe()
      line(text)
    },
    end: wipe,
  }
}
