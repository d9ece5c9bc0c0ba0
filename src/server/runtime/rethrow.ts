/** Told of what failed, so that it holds up no other. */
export type Failed = (error: unknown) => void

export const rethrow: Failed = (error) => {
  throw error
}
