/** Stands alone: every guest loads it, so it must not bring the structs along. */
export const MAINTENANCE_PATH = '/media/maintenance/maintenance.json'
