/** `url` of get-track-signed-url-example: the title that `key` must belong to. */
export const titleUrl = (productId: number): string => `titles/${productId}`

/** Undefined when it names no title. */
export function titleOfUrl(url: string): number | undefined {
  const id = /^titles\/(\d{1,15})$/.exec(url)?.[1]
  return id === undefined ? undefined : Number(id)
}
