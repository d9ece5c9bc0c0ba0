/** Paths that code without structs needs: the first script of a guest must stay small. */
export const maintenance = '/media/maintenance/maintenance.json'
