// Commands of the operator; the shop may be running or stopped: npm run manage -- auditions list. `--help` lists all commands.
import { readConfig } from '../src/server/config.ts'
import { StartupError } from '../src/server/runtime/startup-error.ts'
import { openShop } from '../src/server/main.ts'
import { manage } from './manage/run.ts'
import { terminalText } from './process/terminal-text.ts'

try {
  console.log(await manage(process.argv.slice(2), () => openShop(readConfig())))
} catch (error) {
  console.error(error instanceof StartupError ? terminalText(error.message) : error)
  process.exitCode = 1
}
