// Imports a publisher's catalog; the shop may be running or stopped: npm run import -- PATH. `--help` lists the options.
import { createInterface } from 'node:readline/promises'
import { readConfig } from '../src/server/config.ts'
import { StartupError } from '../src/server/runtime/startup-error.ts'
import { openShop } from '../src/server/main.ts'
import { runImport } from './import/run.ts'

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await terminal.question(question)).trim().toLowerCase() === 'yes'
  } finally {
    terminal.close()
  }
}

try {
  const out = {
    line: (text: string) => console.log(text),
    ...(process.stderr.isTTY && { progress: process.stderr }),
    ...(process.stdin.isTTY && { confirm }),
  }
  process.exitCode = await runImport(process.argv.slice(2), () => openShop(readConfig()), out)
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 2
}
