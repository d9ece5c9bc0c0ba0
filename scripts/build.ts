// Builds all pages from a running API and publishes them: npm run build. API_URL is the address of the API; the served site changes only after success.
import { abortOnExitSignals, logFailed, logPublished, siteOptions } from './publish/report.ts'
import { buildSite } from './publish/site.ts'

try {
  await buildSite({ ...siteOptions(abortOnExitSignals()), isFull: true, onPublished: logPublished })
} catch (error) {
  logFailed(error)
  process.exitCode = 1
}
