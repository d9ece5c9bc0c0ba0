/** `--mini`: each benchmark once with the smallest numbers, which only proves that it runs. */
export const isMini = process.argv.includes('--mini')
export const size = <Size>(whole: Size, mini: Size): Size => (isMini ? mini : whole)

/** Titles of the catalog: as many as `--titles` says. */
export function titlesOf(words: readonly string[]): number {
  const at = words.indexOf('--titles')
  return at < 0 ? size(10_000, 40) : Number(words[at + 1])
}
