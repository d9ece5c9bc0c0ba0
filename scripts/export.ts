// Writes the whole catalog as the folder that the import reads: npm run export -- FOLDER.
import { readConfig } from '../src/server/config.ts'
import { StartupError } from '../src/server/runtime/startup-error.ts'
import { openShop } from '../src/server/main.ts'
import { runExport } from './import/export.ts'

try {
  await runExport(
    process.argv.slice(2),
    () => openShop(readConfig()),
    (text) => console.log(text),
  )
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 2
}
