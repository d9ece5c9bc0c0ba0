import type { Out } from './run.ts'

const EVERY_MS = 5_000

/** Progress: one overwritten line on a terminal, a line every few seconds elsewhere, nothing with `--json`. */
export function createProgress({ line, progress: terminal }: Out, isQuiet: boolean) {
  let lastShown = performance.now()
  const clearLine = () => void terminal?.write('\r\u001b[K')

  return {
    show(done: number, of: number, what = 'titles'): void {
      const text = `${done} of ${of} ${what === 'covers' ? 'covers drawn' : what}`
      if (terminal) terminal.write(`\r\u001b[K${text}`)
      if (terminal || isQuiet || performance.now() - lastShown < EVERY_MS) return
      lastShown = performance.now()
      line(text)
    },
    line(text: string): void {
      clearLine()
      line(text)
    },
    end: clearLine,
  }
}
