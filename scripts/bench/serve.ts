// The API of a loaded data folder, until it is stopped. Started by the benchmarks: serve.ts <folder> <port>.
import { startShop } from '../../src/server/main.ts'
import { benchConfig } from './world.ts'

const [folder = '', port = '0'] = process.argv.slice(2)
const shop = await startShop(benchConfig(folder, Number(port)))
process.on('SIGTERM', () => void shop.close().then(() => process.exit(0)))
console.log('serving')
