// What the operator looks after, beside a shop that runs or without one: npm run manage -- auditions list. `--help` tells all commands.
import { readConfig } from '../src/server/config.ts'
import { StartupError } from '../src/server/runtime/startup-error.ts'
import { openShop } from '../src/server/main.ts'
import { manage } from './manage/run.ts'

try {
  console.log(await manage(process.argv.slice(2), () => openShop(readConfig())))
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
}
