// Starts the API without pages; any number of processes may share a database: npm run api. npm run rebuild builds the pages and a web server serves them (scripts/deploy/README.md).
import { readConfig, type Config } from '../src/server/config.ts'
import { StartupError } from '../src/server/runtime/startup-error.ts'
import { startShop, type Shop } from '../src/server/main.ts'
import { endWithNpm } from './process/end-with-npm.ts'
import { previewRoute } from './publish/preview/preview-route.ts'
import { stopGently } from './process/stop-gently.ts'

let config: Config | undefined
let shop: Shop | undefined
const stop = stopGently(
  async () => shop?.close(),
  () => (config ? config.drainSeconds + config.stopSeconds : 1),
)
endWithNpm(() => void stop(0))
try {
  config = readConfig()
  shop = await startShop(config, (step, detail) => step === 'listening' && console.log(`ready ${detail}`), {
    plugins: [previewRoute(config)],
  })
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  await stop(1)
}
