import { readConfig, type Config } from '../../../src/server/config.ts'

/** Settings of a shop with an embedded database. Trusts forwarded addresses, so that rate limits per address do not apply. */
export function benchConfig(dataDir: string, port = 0, mode: Config['mode'] = 'production'): Config {
  return { ...readConfig({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' }), mode, trustProxy: true }
}
