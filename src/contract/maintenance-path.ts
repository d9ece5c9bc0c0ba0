/** In its own file, because every guest loads it and must not load the structs. */
export const MAINTENANCE_PATH = '/media/maintenance/maintenance.json'
