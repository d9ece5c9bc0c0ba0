// Builds all pages from a running API and publishes them: npm run build. API_URL names the API; the served site changes only when all went well.
import { buildSite } from './publish/site.ts'

const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort())

const port = process.env['PORT'] ?? '4321'
const local = `http://localhost:${port}`

try {
  const done = await buildSite({
    dataDir: process.env['DATA_DIR'] ?? '.data',
    apiUrl: process.env['API_URL'] ?? local,
    siteUrl: process.env['SITE_URL'] ?? local,
    report: (line) => console.log(line),
    signal: stopping.signal,
  })
  console.log(`published ${done.pages} pages as ${done.id}`)
} catch (error) {
  console.error(`build failed, the published site is unchanged: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
