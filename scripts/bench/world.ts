import { readConfig, type Config } from '../../src/server/config.ts'

/** A shop without the demo, its database embedded in the folder. Visitors may come from any address, so that they meet no limit of one address. */
export function benchConfig(dataDir: string, port = 0): Config {
  return { ...readConfig({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' }), mode: 'production', trustProxy: true }
}
