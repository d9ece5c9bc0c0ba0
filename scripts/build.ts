// Builds all pages from a running API and publishes them: npm run build. API_URL names the API; the served site changes only when all went well.
import { sayFailed, sayPublished, siteOptions, untilStopped } from './publish/report.ts'
import { buildSite } from './publish/site.ts'

try {
  sayPublished(await buildSite({ ...siteOptions(untilStopped()), isFull: true }))
} catch (error) {
  sayFailed(error)
  process.exitCode = 1
}
