import { MAINTENANCE_PATH } from '#contract/maintenance-path.ts'

/** Plain fetch on purpose: every guest makes this call, and the API client is larger than the rest of the page's scripts. A failed check counts as open. */
export async function isInMaintenance(): Promise<boolean> {
  try {
    const response = await fetch(MAINTENANCE_PATH, { cache: 'no-store' })
    return Object(await response.json()).is_maintenance === true
  } catch {
    return false
  }
}
