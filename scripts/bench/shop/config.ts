import { readConfig, type Config } from '../../../src/server/config.ts'

/** A shop with its database embedded in the folder, without the demo unless asked for. Visitors may come from any address, so that they meet no limit of one address. */
export function benchConfig(dataDir: string, port = 0, mode: Config['mode'] = 'production'): Config {
  return { ...readConfig({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' }), mode, trustProxy: true }
}
