// Serves the API of a data folder and runs SQL statements that the parent process sends. Started by the benchmarks: serve.ts <folder> <port> [demo].
import { startShop } from '../../../src/server/main.ts'
import { benchConfig } from './config.ts'

const [folder = '', port = '0', mode] = process.argv.slice(2)
const shop = await startShop(benchConfig(folder, Number(port), mode === 'demo' ? 'demo' : 'production'))
process.on('SIGTERM', () => void shop.close().then(() => process.exit(0)))
process.on('message', (statement: string) => {
  const bump = 'update catalog_version set revision = revision + 1, updated_at = now()'
  void shop.context.db
    .query(statement)
    .then(() => shop.context.db.query(bump))
    .then(() => process.send?.('changed'))
})
console.log('serving')
