/** Receives the error of one item, so that the items after it are still worked on. */
export type OnError = (error: unknown) => void

export const rethrow: OnError = (error) => {
  throw error
}
