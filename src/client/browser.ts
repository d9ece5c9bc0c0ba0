import { createClient } from './call.ts'

/** The API as the browser reaches it: same origin. */
export const call = createClient({ base: '' })
